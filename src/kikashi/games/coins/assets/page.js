"use strict";

const MARGIN = 36;
const SIDE = 640;
const state = {
  a: START.a, r: START.r, s: START.s, size: 24, language: START.language,
  k: 2, m: 3, rules: [], chosen: 0, timer: 0,
};
const byId = (id) => document.getElementById(id);

function say(key, values = {}) {
  return WORDS[key][state.language].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function drawn(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Neighbouring rules get far-apart hues; lightness comes from the theme.
function colour(place) {
  return `hsl(${(place * 137.508 + 205) % 360} var(--cone-s) var(--cone-l))`;
}

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  for (const name of ["a", "r", "s"]) {
    const value = Number(asked.get(name));
    if (Number.isInteger(value) && value >= 1) state[name] = value;
  }
  if (asked.get("lang") in WORDS.title) state.language = asked.get("lang");
  state.a = Math.min(Math.max(state.a, 2), START.most);
  state.r = Math.min(state.r, state.a - 1);
  state.s = Math.min(state.s, state.a - 1);
}

function writeAddress() {
  const address = `#a=${state.a}&r=${state.r}&s=${state.s}&lang=${state.language}`;
  history.replaceState(null, "", address);
}

function showWords() {
  document.documentElement.lang = state.language;
  document.title = say("title");
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  byId("play").textContent = say(state.timer ? "stop" : "play");
}

function showControls() {
  byId("a").max = START.most;
  byId("r").max = byId("s").max = Math.max(1, state.a - 1);
  for (const name of ["a", "r", "s", "size"]) {
    byId(name).value = state[name];
    document.querySelector(`output[for="${name}"]`).value = state[name];
  }
}

const scale = () => (SIDE - MARGIN) / state.size;
const across = (m) => MARGIN + (m + 0.5) * scale();
const down = (k) => MARGIN + (k + 0.5) * scale();

function showMap() {
  const { a, r, s, size, rules } = state;
  const clip = drawn("clipPath", { id: "inside" });
  clip.append(drawn("rect", { x: MARGIN, y: MARGIN, width: SIDE - MARGIN, height: SIDE - MARGIN }));
  const cones = drawn("g", { "clip-path": "url(#inside)" });
  const tip = [across(-s / a), down(-r / a)];
  const reach = ([over, under]) => {
    const length = (4 * SIDE) / (over + under);
    return [tip[0] + under * length, tip[1] + over * length];
  };
  rules.forEach((rule, place) => {
    const points = [tip, reach(rule.low), reach(rule.high)].map((point) => point.join(",")).join(" ");
    const cone = drawn("polygon", { points, class: "cone", style: `--rule:${colour(place)}` });
    cone.dataset.place = place;
    cones.append(cone);
  });
  const dots = drawn("g", {});
  const radius = Math.min(3, scale() / 8);
  for (let k = 0; k < size; k += 1) {
    for (let m = 0; m < size; m += 1) {
      dots.append(drawn("circle", { cx: across(m), cy: down(k), r: radius, class: "dot" }));
    }
  }
  const ticks = drawn("g", { class: "tick" });
  const every = Math.ceil(size / 12);
  for (let at = 0; at < size; at += every) {
    ticks.append(drawn("text", { x: across(at), y: MARGIN - 10, "text-anchor": "middle" }, at));
    ticks.append(drawn("text", { x: MARGIN - 8, y: down(at) + 5, "text-anchor": "end" }, at));
  }
  ticks.append(drawn("text", { x: 4, y: 16 }, "k \\ m"));
  byId("map").replaceChildren(clip, cones, dots, ticks, drawn("circle", { id: "here", class: "here" }));
}

function showList() {
  const { a, r, s, rules } = state;
  byId("count").textContent = say("count", { n: rules.length });
  byId("same").textContent = gcd(a, r) === 1 ? say("same", { q: (s * inverse(r, a)) % a }) : "";
  byId("rules").replaceChildren(...rules.map((rule, place) => {
    const row = document.createElement("tr");
    row.dataset.place = place;
    row.style.setProperty("--rule", colour(place));
    const where = lineRules(rule, a, r, s).join(say("and")) || say("everywhere");
    for (const text of [place + 1, formula(rule, a, r, s), where]) {
      const cell = document.createElement("td");
      cell.textContent = text;
      row.append(cell);
    }
    row.addEventListener("click", () => choose(place));
    return row;
  }));
}

function showShape() {
  const { a, r, s, rules, chosen } = state;
  const rule = rules[chosen];
  const { wide, tall, notchWide, notchTall } = rule.shape;
  const cell = Math.min(64, (SIDE - MARGIN) / Math.max(wide, tall));
  const height = MARGIN + tall * cell;
  const picture = byId("shape");
  picture.setAttribute("viewBox", `0 0 ${SIDE} ${Math.max(height, 120)}`);
  picture.replaceChildren();
  const corners = [];
  for (let y = 0; y < tall; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      if (x >= wide - notchWide && y >= tall - notchTall) continue;
      const left = MARGIN + x * cell;
      const top = (tall - 1 - y) * cell;
      const corner = x === rule.x && y === rule.y;
      const square = drawn("rect", {
        x: left + 1, y: top + 1, width: cell - 2, height: cell - 2,
        class: corner ? "residue corner" : "residue", style: `--rule:${colour(chosen)}`,
      });
      if (corner) corners.push(square);
      else picture.append(square);
      if (cell >= 18) {
        picture.append(drawn("text", {
          x: left + cell / 2, y: top + cell / 2 + cell * 0.13, "font-size": cell * 0.38, class: "residue-number",
        }, (x * r + y * s) % a));
      }
    }
  }
  picture.prepend(...corners);
  const every = Math.ceil(24 / cell);
  for (let x = 0; x < wide; x += every) {
    picture.append(drawn("text", { x: MARGIN + (x + 0.5) * cell, y: height - 14, "text-anchor": "middle", class: "tick" }, x));
  }
  for (let y = 0; y < tall; y += every) {
    picture.append(drawn("text", { x: MARGIN - 8, y: (tall - 0.5 - y) * cell + 5, "text-anchor": "end", class: "tick" }, y));
  }
  picture.append(drawn("text", { x: 4, y: height - 14, class: "tick" }, "y\\x"));
}

function choose(place) {
  state.chosen = place;
  for (const element of document.querySelectorAll(".cone, #rules tr")) {
    element.classList.toggle("chosen", Number(element.dataset.place) === place);
  }
  // Drawn last, its outline lies above the neighbours.
  const cone = document.querySelector(".cone.chosen");
  cone.parentNode.append(cone);
  const list = document.querySelector(".scroll");
  const row = byId("rules").children[place];
  const head = list.querySelector("thead").offsetHeight;
  if (row.offsetTop - head < list.scrollTop) list.scrollTop = row.offsetTop - head;
  else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
  }
  showShape();
}

function stand(k, m) {
  const { a, r, s, size, rules } = state;
  state.k = Math.min(Math.max(k, 0), size - 1);
  state.m = Math.min(Math.max(m, 0), size - 1);
  const here = byId("here");
  here.setAttribute("cx", across(state.m));
  here.setAttribute("cy", down(state.k));
  here.setAttribute("r", Math.max(6, scale() * 0.42));
  const b = a * state.k + r;
  const c = a * state.m + s;
  const found = rulesAt(rules, b, c);
  const rule = rules[found[0]];
  let text = say("cell", {
    k: state.k, m: state.m, b, c, g: rule.x * b + rule.y * c - a, n: found[0] + 1,
    formula: formula(rule, a, r, s),
  });
  if (found.length > 1) text += ` ${say("cell-both", { n: found[1] + 1 })}`;
  byId("readout").textContent = text;
  if (!found.includes(state.chosen) || !document.querySelector("#rules .chosen")) choose(found[0]);
}

function show() {
  const common = gcd(gcd(state.a, state.r), state.s);
  showWords();
  showControls();
  writeAddress();
  byId("fault").hidden = common === 1;
  byId("pictures").style.visibility = common === 1 ? "visible" : "hidden";
  if (common !== 1) {
    byId("fault").textContent = say("no-class", { d: common });
    return;
  }
  state.rules = deriveRules(state.a, state.r, state.s);
  showMap();
  showList();
  stand(state.k, state.m);
}

function cellAt(event) {
  const box = byId("map").getBoundingClientRect();
  const place = (offset, length) => Math.floor(((offset / length) * SIDE - MARGIN) / scale());
  return [place(event.clientY - box.top, box.height), place(event.clientX - box.left, box.width)];
}

function listen() {
  for (const name of ["a", "r", "s", "size"]) {
    byId(name).addEventListener("input", () => {
      state[name] = Number(byId(name).value);
      state.r = Math.min(state.r, state.a - 1);
      state.s = Math.min(state.s, state.a - 1);
      show();
    });
  }
  byId("map").addEventListener("pointermove", (event) => stand(...cellAt(event)));
  byId("map").addEventListener("pointerdown", (event) => stand(...cellAt(event)));
  byId("map").addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    stand(state.k + step[0], state.m + step[1]);
  });
  byId("language").addEventListener("click", () => {
    state.language = state.language === "en" ? "zh-Hant" : "en";
    show();
  });
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  });
  byId("play").addEventListener("click", () => {
    if (state.timer) {
      clearInterval(state.timer);
      state.timer = 0;
    } else {
      state.timer = setInterval(() => {
        do state.s = (state.s % (state.a - 1)) + 1;
        while (gcd(gcd(state.a, state.r), state.s) !== 1);
        show();
      }, 700);
    }
    showWords();
  });
  addEventListener("hashchange", () => {
    readAddress();
    show();
  });
}

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
readAddress();
listen();
show();
