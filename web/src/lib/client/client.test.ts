import { afterEach, expect, test, vi } from "vitest";
import { addressOf, api, forgetMe, Refusal } from ".";

interface Asked {
  address: string;
  method: string;
  token: string | undefined;
}

/** Answers requests as a studio would, and remembers them. */
function studio(answers: Record<string, () => Response>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const headers = (init.headers ?? {}) as Record<string, string>;
    asked.push({ address, method, token: headers["X-Kikashi-Token"] });
    const answer = answers[`${method} ${address}`];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("no such host"));
  });
  return asked;
}
const json = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });

afterEach(() => {
  vi.unstubAllGlobals();
  forgetMe();
});

test("an address has its parts and its query filled in, and nothing slips out of its part", () => {
  expect(addressOf("/api/x/{id}", { path: { id: "a/b?c" } })).toBe("/api/x/a%2Fb%3Fc");
  expect(addressOf("/api/x", { query: { a: 1, none: undefined, many: ["p", "q"] } })).toBe("/api/x?a=1&many=p&many=q");
});

test("who we are is asked once and first, and unsafe requests carry the token", async () => {
  const asked = studio({
    "GET /api/me": () => json({ token: "t1" }),
    "GET /api/games": () => json({ games: [] }),
    "POST /api/positions": () => json({ moves: [] }),
  });
  await Promise.all([api.get("/api/games"), api.post("/api/positions", { body: { game: "g" } })]);
  expect(asked.map((a) => a.address)).toEqual(["/api/me", "/api/games", "/api/positions"]);
  expect(asked.map((a) => a.token)).toEqual([undefined, undefined, "t1"]);
});

test("a token that is out of date is asked for again, once", async () => {
  let token = 0;
  let tries = 0;
  const asked = studio({
    "GET /api/me": () => json({ token: `t${++token}` }),
    "POST /api/positions": () => (++tries < 2 ? json({ code: "wrong-token" }, 403) : json({ moves: [] })),
  });
  await api.post("/api/positions", { body: { game: "g" } });
  expect(asked.filter((a) => a.method === "POST").map((a) => a.token)).toEqual(["t1", "t2"]);
});

test("a refusal says what the server said, and how long to wait", async () => {
  studio({
    "GET /api/me": () => json({ token: "t" }),
    "GET /api/games": () => json({ code: "slow-down", detail: "come back later" }, 429, { "Retry-After": "7" }),
  });
  const refusal = await api.get("/api/games").catch((r: unknown) => r);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: "slow-down", message: "come back later", status: 429, wait: 7 });
});

test("no answer at all is a refusal too", async () => {
  studio({});
  await expect(api.get("/api/games")).rejects.toMatchObject({ code: "offline" });
});
