"use strict";
// The same walk as lattice.py and rules.py, for small a. No page and no drawing here, so that it can
// be tested by itself.

function gcd(first, second) {
  while (second) [first, second] = [second, first % second];
  return Math.abs(first);
}

function inverse(number, modulus) {
  let [old, now] = [number % modulus, modulus];
  let [oldFactor, factor] = [1, 0];
  while (now) {
    const quotient = Math.floor(old / now);
    [old, now] = [now, old - quotient * now];
    [oldFactor, factor] = [factor, oldFactor - quotient * factor];
  }
  return ((oldFactor % modulus) + modulus) % modulus;
}

function shapes(a, r, s) {
  const shared = gcd(a, r);
  const period = a / shared;
  let shape = {
    wide: period,
    tall: shared,
    notchWide: period > 1 ? (s * inverse(r / shared, period)) % period : 0,
    notchTall: 0,
  };
  const found = [shape];
  while (shape.notchWide) {
    const quotient = Math.ceil(shape.wide / shape.notchWide);
    shape = {
      wide: shape.notchWide,
      tall: quotient * shape.tall - shape.notchTall,
      notchWide: quotient * shape.notchWide - shape.wide,
      notchTall: shape.tall,
    };
    found.push(shape);
  }
  return found;
}

function ratio(over, under) {
  const common = gcd(over, under);
  return [over / common, under / common];
}

function deriveRules(a, r, s) {
  const found = [];
  let low = [0, 1];
  const add = (x, y, shape, high) => {
    found.push({ x, y, low, high, shape });
    low = high;
  };
  for (const shape of shapes(a, r, s)) {
    const { wide, tall, notchWide, notchTall } = shape;
    if (notchTall) add(wide - notchWide - 1, tall - 1, shape, ratio(notchTall, notchWide));
    if (notchWide || !notchTall) add(wide - 1, tall - notchTall - 1, shape, ratio(tall, notchWide));
  }
  return found;
}

function joined(...terms) {
  let text = "";
  for (const [number, letter] of terms) {
    if (number === 0) continue;
    const size = letter && Math.abs(number) === 1 ? letter : `${Math.abs(number)}${letter}`;
    if (text) text += number < 0 ? ` − ${size}` : ` + ${size}`;
    else text = number < 0 ? `−${size}` : size;
  }
  return text || "0";
}

function formula(rule, a, r, s) {
  return joined([a * rule.x, "k"], [a * rule.y, "m"], [rule.x * r + rule.y * s - a + 1, ""]);
}

function lineRule([over, under], a, r, s, atMost) {
  const reach = over * s - under * r;
  const bound = atMost ? Math.floor(reach / a) : Math.ceil(reach / a);
  if (over === 1) return `m ${atMost ? "≥" : "≤"} ${joined([under, "k"], [-bound, ""])}`;
  if (under === 1) return `k ${atMost ? "≤" : "≥"} ${joined([over, "m"], [bound, ""])}`;
  return `${joined([under, "k"], [-over, "m"])} ${atMost ? "≤" : "≥"} ${String(bound).replace("-", "−")}`;
}

function lineRules(rule, a, r, s) {
  const found = [];
  if (rule.high[1] !== 0) found.push(lineRule(rule.high, a, r, s, true));
  if (rule.low[0] !== 0) found.push(lineRule(rule.low, a, r, s, false));
  return found;
}

function rulesAt(rules, b, c) {
  const found = [];
  rules.forEach((rule, place) => {
    const above = rule.low[0] * c <= rule.low[1] * b;
    if (above && rule.high[1] * b <= rule.high[0] * c) found.push(place);
  });
  return found;
}
