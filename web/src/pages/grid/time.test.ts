import { expect, test } from "vitest";
import { percent, span } from "./time";

test("a length of time has one unit and two digits that count", () => {
  expect([0, 0.25, 9.34, 42.4, 119, 120, 5_400, 7_200, 86_400, 172_800, 1_000_000].map(span)).toEqual([
    "0 s",
    "0.25 s",
    "9.3 s",
    "42 s",
    "119 s",
    "2.0 min",
    "90 min",
    "2.0 h",
    "24 h",
    "2.0 d",
    "12 d",
  ]);
});

test("a share is whole percents", () => {
  expect([0, 0.004, 0.5, 1].map(percent)).toEqual(["0 %", "0 %", "50 %", "100 %"]);
});
