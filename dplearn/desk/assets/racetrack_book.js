// The bettor's book, on one axis of races: a row for each tipster with the weight that he had, and the regret below.

const ROW = 28, REGRET = 92, FOOT = 34; // heights in pixels: of a row, of the plot of regret, and of its axis
const AREA = 22; // height of probability 1 in a row
const BAR_GAP = 66; // what a bar of probability 1 leaves of the right margin, for its number
const LABEL = 14; // height of a label
const SHORT = { realised: "realised", expected: "expected", sharp: "sharpened bound", printed: "printed bound" };
// What its signs say, in words that flow as there is room.
const bookKey = () => h("div", { class: "key", "aria-hidden": "true" }, ...[["area", "▆", "probability of being followed"], ["tick", "|", "right tip"],
  ["dot", "●", "followed, right"], ["dot", "○", "followed, wrong"]].map(([kind, sign, words]) => h("span", {}, h("b", { class: kind }, sign), ` ${words}`)));

function raceBook({ T, experts: K, low, high, ticks }, id) {
  const svg = s("svg", { class: "book", role: "img" });
  const y = (v) => floor - ((v - low) / (high - low)) * (floor - top);
  let top, floor, place = null, rows = [], lines = {}, here, labels, next;

  // All that depends on the width alone.
  function lay(where) {
    place = where;
    top = HEAD + (K * ROW + 14) * place.low;
    floor = top + REGRET * place.low;
    svg.setAttribute("width", place.width);
    svg.setAttribute("height", floor + (place.low < 1 ? LABEL + 6 : FOOT));
    next = s("text", { x: place.width - 4, y: 12, class: "head next" });
    svg.replaceChildren(s("text", { x: 0, y: 12, class: "head" }, "tipster"), next);
    rows = Array.from({ length: K }, (_, i) => layRow(i));
    layRegret();
  }
  const heading = (done) => (done < T ? `followed in race ${done + 1} with` : "followed next with");

  function layRow(i) {
    const { left, finish, right } = place, base = HEAD + (i * ROW + AREA + 1) * place.low;
    const outline = `M${finish + 10} ${base - 10}h${right - BAR_GAP}v12h${BAR_GAP - right}z`; // of a bar of probability 1
    const row = {
      base, chip: chip(9, base - 4, i),
      name: s("text", { x: 22, y: base - 5 }), said: s("text", { x: 22, y: base + 8, class: "small" }),
      bar: s("rect", { x: finish + 10, y: base - 10, height: 12 }),
      value: s("text", { x: finish + right - 4, y: base, class: "value" }),
    };
    for (const name of ["area", "ticks", "full", "open"]) row[name] = s("path", { class: name });
    row.group = s("g", { class: "row" }, row.chip, row.name, row.said,
      s("line", { x1: left, x2: finish, y1: base, y2: base, class: "base" }), row.area, row.ticks, row.full, row.open,
      row.bar, s("path", { d: outline, class: "whole" }), row.value);
    svg.append(row.group);
    return row;
  }
  function layRegret() {
    const { left, finish, wide, x } = place;
    const clip = s("clipPath", { id: `${id}-clip` }, s("rect", { x: left, y: top, width: wide + 1, height: floor - top }));
    const ground = s("g"), curves = s("g", { "clip-path": `url(#${id}-clip)` });
    for (const v of ticks.regret.filter((_, i) => place.low === 1 || i % 2 === 0)) {
      ground.append(s("line", { x1: left, x2: finish, y1: y(v), y2: y(v), class: v === 0 ? "base" : "grid" }));
      ground.append(s("text", { x: left - 6, y: y(v) + 4, class: "tick" }, String(v)));
    }
    for (const t of ticks.races.filter((_, i) => wide >= 400 || i % 2 === 0)) {
      ground.append(s("text", { x: x(t), y: floor + 15, class: "tick middle" }, String(t)));
    }
    const name = place.low < 1 ? { x: 0, y: floor + 15, class: "axis start" } : { x: left + wide / 2, y: floor + 30, class: "axis" };
    ground.append(s("text", name, ...drawn("races run, t")));
    ground.append(s("text", { x: 0, y: top + 12, class: "axis start" }, "cumulative"));
    ground.append(s("text", { x: 0, y: top + 27, class: "axis start" }, "regret"));
    lines = Object.fromEntries(CURVES.map(([key, , kind]) => [key, s("path", { class: `curve ${kind}` })]));
    curves.append(...Object.values(lines));
    here = s("line", { y1: HEAD, y2: floor, class: "here" });
    labels = s("g");
    svg.append(clip, ground, curves, here, labels);
  }

  // The book after `done` races.
  function draw(season, done) {
    next.textContent = heading(done);
    const ahead = done > 0 ? season.leaders(done) : [];
    rows.forEach((row, i) => drawRow(row, season, i, done, ahead.includes(i)));
    here.setAttribute("x1", place.x(done));
    here.setAttribute("x2", place.x(done));
    const ends = CURVES.map(([key]) => drawCurve(season, key, done));
    drawLabels(ends.filter(({ key }) => done > 0 || !grows(key)));
    const laws = season.tipsters.map(([name], i) => `${name} ${percent(season.laws[done * K + i])}`).join(", ");
    svg.setAttribute("aria-label", `Weights and regret after ${done} of ${T} races. ${laws}.`);
  }
  function drawRow(row, season, i, done, leads) {
    const { base } = row, { x, wide, low } = place, each = wide / T, r = low * Math.min(3, Math.max(1, each * 0.42));
    let area = `M${place.left} ${base}`, right = "", full = "", open = "";
    for (let t = 0; t < done; t++) {
      const middle = x(t + 0.5), hit = season.losses[t * K + i] === 0;
      area += `V${(base - AREA * low * season.laws[t * K + i]).toFixed(2)}H${x(t + 1).toFixed(2)}`;
      if (hit) right += `M${middle.toFixed(1)} ${base + 2 * low}v${7 * low}`;
      if (season.actions[t] === i) {
        const dot = `M${(middle - r).toFixed(1)} ${base + 5.5 * low}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
        if (hit) full += dot; else open += dot;
      }
    }
    row.area.setAttribute("d", `${area}V${base}Z`);
    row.ticks.setAttribute("d", right);
    row.ticks.setAttribute("stroke-width", Math.min(1.6, each * 0.4));
    row.full.setAttribute("d", full);
    row.open.setAttribute("d", open);
    row.group.setAttribute("class", leads ? "row ahead" : "row");
    row.name.textContent = season.tipsters[i][0];
    row.said.textContent = `lost ${season.lost[done * K + i]}${leads ? ", best" : ""}`;
    const law = season.laws[done * K + i];
    row.bar.setAttribute("width", Math.max(0.5, law * (place.right - BAR_GAP)));
    row.value.textContent = percent(law);
  }
  // Draws a curve; returns where its label stands.
  function drawCurve(season, key, done) {
    const { x, finish } = place, last = grows(key) ? done : T, value = season[key][last - 1];
    let path = grows(key) ? `M${x(0)} ${y(0)}` : "";
    for (let t = 1; t <= last; t++) {
      path += `${path ? "L" : "M"}${x(t).toFixed(2)} ${y(Math.min(1e6, season[key][t - 1])).toFixed(2)}`;
    }
    lines[key].setAttribute("d", path);
    return { key, value, x: grows(key) ? x(done) : finish, y: Math.max(top + 6, Math.min(floor, y(value))) };
  }
  function drawLabels(ends) {
    pushedApart(ends, LABEL, top + 6, floor);
    const text = ({ key, value }) => SHORT[key].replace(place.slim ? " bound" : "", "") + (value > high ? " ↑" : "");
    labels.replaceChildren(...ends.map((end) => s("text", { x: end.x + 7, y: end.y + 4, class: `label ${end.key}` }, text(end))));
  }

  // Mark the tipster whom the bettor follows in the race shown above (-1: nobody).
  const follow = (i) => rows.forEach((row, j) => mark(row.chip, i === j));
  return { svg, lay, draw, follow };
}
