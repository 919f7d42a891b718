// The typed client of the studio's API. `schema.d.ts` is generated from docs/reference/openapi.json
// (npm run client), so a path, a field or an answer that the server does not know fails to compile.

import type { components, paths } from "./schema";

export { follow, type JobEvent } from "./events";

type Me = components["schemas"]["MeAnswer"];

/** A refusal of the server: a problem document, or no answer at all (`code` "offline"). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    detail: string,
    readonly status = 0,
    /** Seconds to wait before asking again, where the server says so. */
    readonly wait = 0,
  ) {
    super(detail);
  }
}

type Method = "get" | "post" | "put" | "patch" | "delete";
type Has<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? paths[P][M] extends object
    ? P
    : never
  : never;
/** The paths of the API that answer to a method. */
export type PathOf<M extends Method> = { [P in keyof paths]: Has<P, M> }[keyof paths];
type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? NonNullable<paths[P][M]>
  : never;

type Parameters<O, Kind extends string> = O extends { parameters: infer All }
  ? Kind extends keyof All
    ? Exclude<All[Kind], undefined>
    : never
  : never;
type Needed<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: never }
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type Body<O> = O extends { requestBody: { content: infer C } }
  ? C extends { "application/json": infer B }
    ? { body: B }
    : { body: FormData | Blob }
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? { body?: B }
    : { body?: never };
export type Question<P extends keyof paths, M extends Method> = Needed<
  "path",
  Parameters<Operation<P, M>, "path">
> &
  Needed<"query", Parameters<Operation<P, M>, "query">> &
  Body<Operation<P, M>> & { signal?: AbortSignal };

type Good = 200 | 201 | 202 | 204;
type Content<R> = R extends { content: { "application/json": infer A } } ? A : undefined;
/** What a path answers when all is well. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Content<R[keyof R & Good]> : never;

type Rest<P extends keyof paths, M extends Method> =
  object extends Question<P, M> ? [question?: Question<P, M>] : [question: Question<P, M>];

interface Loose {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** The address of a path with its parts filled in, for links, downloads and pictures. */
export function addressOf(path: string, question: Loose = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(question.path?.[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question.query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

let asked: Promise<Me> | null = null;

/**
 * Who we are. Asked before anything else: the answer brings the cookie that keeps a guest, and two
 * first questions at once would make two guests.
 */
export function whoami(): Promise<Me> {
  asked ??= fetch("/api/me")
    .then((answer) => answer.json() as Promise<Me>)
    .catch(() => {
      asked = null;
      throw new Refusal("offline", "");
    });
  return asked;
}

/** After signing in or out the old token is worth nothing. */
export function forgetMe(): void {
  asked = null;
}

async function send(method: Method, address: string, question: Loose): Promise<Response> {
  // Refusals are told in the language of the page, whatever the browser speaks.
  const headers: Record<string, string> = { "Accept-Language": globalThis.document?.documentElement.lang || "en" };
  let body: BodyInit | null = null;
  if (question.body instanceof FormData || question.body instanceof Blob) body = question.body;
  else if (question.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(question.body);
  }
  const { token } = await whoami();
  // Proof that an unsafe request comes from this page: another site cannot read the token.
  if (method !== "get") headers["X-Kikashi-Token"] = token;
  return fetch(address, {
    method: method.toUpperCase(),
    headers,
    body,
    ...(question.signal ? { signal: question.signal } : {}),
  });
}

async function codeOf(response: Response): Promise<string> {
  const problem = (await response.clone().json().catch(() => ({}))) as { code?: string };
  return problem.code ?? "";
}

async function ask(method: Method, path: string, question: Loose = {}): Promise<unknown> {
  const address = addressOf(path, question);
  let response: Response;
  try {
    response = await send(method, address, question);
    if (response.status === 403 && (await codeOf(response)) === "wrong-token") {
      // The session changed in another tab: once more, with its token.
      forgetMe();
      response = await send(method, address, question);
    }
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    throw new Refusal("offline", "");
  }
  if (response.status === 204) return undefined;
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const problem = answer as { code?: string; detail?: string };
    throw new Refusal(
      problem.code ?? "unknown",
      problem.detail ?? response.statusText,
      response.status,
      Number(response.headers.get("Retry-After") ?? 0),
    );
  }
  return answer;
}

const asker =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[question]: Rest<P, M>): Promise<Answer<P, M>> =>
    ask(method, path, question as Loose) as Promise<Answer<P, M>>;

export const api = {
  get: asker("get"),
  post: asker("post"),
  put: asker("put"),
  patch: asker("patch"),
  delete: asker("delete"),
};
