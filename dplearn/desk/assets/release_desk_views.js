// What the release desk shows of a release: the tank, the error of every table, and one released table beside the true one.

// A style may give the plot another height, --plot.
const plotOf = (svg) => Number(getComputedStyle(svg).getPropertyValue("--plot")) || 180;
const PLOT_TOP = 10, PLOT_LEFT = 48, PLOT_FOOT = 38, LABEL_ROOM = 112, TANK_WIDTH = 104; // pixels
const DECADES = 4, LEAST_ERROR = 10 ** -DECADES; // the axis of errors goes from 1 down to this and never moves
const LABEL_HEIGHT = 15;
const BITS = ["no", "yes"];
const SOURCES = ["released", "laplace", "uniform"]; // of answers, as curves and rows are ordered

const share = (v) => `${(100 * v).toFixed(2)}%`.replace(/^-(0\.00%)$/, "$1").replace("-", "−");
const errorText = (v) => (v === 0 ? "0" : v < 1e-5 ? v.toExponential(0) : String(Number(v.toPrecision(3))));

// A release as the browser reads it: numbers, and for each source of answers its errors, the worst of each table, of all, and their mean.
function readRelease(sent) {
  const release = received(sent);
  const { truth } = release, cells = 2 ** release.degree;
  const uniform = new Float64Array(truth.length).fill(1 / cells);
  const answers = { released: release.released, laplace: release.laplace, uniform };
  release.curves = SOURCES.filter((key) => answers[key].length).map((key) => {
    const errors = truth.map((v, i) => Math.abs(answers[key][i] - v));
    const tables = Array.from({ length: truth.length / cells }, (_, i) => Math.max(...errors.subarray(i * cells, (i + 1) * cells)));
    return { key, tables, worst: Math.max(...tables), mean: errors.reduce((a, b) => a + b, 0) / errors.length };
  });
  const { tables, worst } = release.curves[0];
  release.tables = tables.length;
  release.worstTable = tables.indexOf(worst);
  release.worst = Object.fromEntries(release.curves.map((curve) => [curve.key, curve.tables]));
  release.subset = (table) => release.subsets.slice(table * release.degree, (table + 1) * release.degree);
  return release;
}

// ---- the tank: what is left of the ε of all releases of this desk, and what the next one may take of it --------------

function budgetTank(total) {
  const box = { x: 18, width: TANK_WIDTH - 22 }, at = { x: TANK_WIDTH / 2 + 7 };
  const svg = s("svg", { class: "tank", width: TANK_WIDTH, role: "img" });
  const water = s("rect", { class: "water", ...box }), slice = s("rect", { class: "slice", ...box });
  const words = s("text", { class: "middle left", ...at }), next = s("text", { class: "axis", ...at });
  let plot = 0, floor = 0;
  const high = (part) => plot * Math.min(1, Math.max(0, part));
  const level = (rect, top, height) => filled(rect, { y: floor - top, height }, []);
  function lay() {
    plot = plotOf(svg);
    floor = PLOT_TOP + plot;
    const wall = s("path", { class: "wall", d: `M${box.x} ${PLOT_TOP}V${floor}H${box.x + box.width}V${PLOT_TOP}` });
    const marks = [0, total / 2, total].map((v) => s("text", { class: "tick", x: 14, y: floor - high(v / total) + 4 }, String(v)));
    svg.setAttribute("height", floor + PLOT_FOOT);
    svg.replaceChildren(water, slice, wall, ...marks, filled(words, { y: floor + 15 }, []), filled(next, { y: floor + 32 }, []));
  }
  function draw(left, takes, running) {
    if (plot !== plotOf(svg)) lay();
    const text = Number(left.toPrecision(4)), full = high(left / total);
    level(water, full, full);
    level(slice, full, running ? 0 : Math.min(full, high(takes / total)));
    svg.classList.toggle("dry", takes > left && !running);
    words.replaceChildren(...drawn(`ε = ${text} left`));
    next.textContent = running ? "draining" : `next takes ${takes}`;
    svg.setAttribute("aria-label", `Tank of privacy budget: ε = ${text} of ${total} left; the next release may take ${takes}.`);
  }
  return { svg, draw };
}

// ---- the worst error in every table: a bar for the release, marks for what it is compared with -----------------------

function errorBars() {
  const svg = s("svg", { class: "bars", role: "img" });
  const y = (v) => PLOT_TOP - (Math.log10(Math.min(1, Math.max(v, LEAST_ERROR))) / DECADES) * plot; // beyond: at the edge
  let plot, floor, bars = [], step = 1, shape = "";

  // `worst`: of each source that there is, its worst error in every table; `chosen`: the table shown below.
  function draw(worst, width, chosen, labels) {
    const n = worst.released.length, right = width > NARROW ? LABEL_ROOM : 4;
    if (shape !== (shape = `${n} ${width} ${plotOf(svg)}`)) lay(n, width, right);
    bars.forEach((bar, i) => {
      filled(bar, { y: y(worst.released[i]), height: floor + 1 - y(worst.released[i]) }, []);
      bar.classList.toggle("chosen", i === chosen);
    });
    const marks = ["laplace", "uniform"].filter((key) => worst[key]?.length === n);
    svg.querySelectorAll(".mark, .label").forEach((old) => old.remove());
    for (const key of marks) {
      const d = Array.from(worst[key], (v, i) => `M${(PLOT_LEFT + i * step).toFixed(1)} ${y(v).toFixed(1)}h${step.toFixed(1)}`);
      svg.append(s("path", { class: `mark curve ${key}`, d: d.join("") }));
    }
    const beside = ["released", ...marks].map((key) => ({ key, y: y(worst[key][n - 1]) + 4 }));
    for (const { key, y: base } of right > 4 ? pushedApart(beside, LABEL_HEIGHT, PLOT_TOP + 10, floor) : []) {
      svg.append(s("text", { class: `label ${key}`, x: width - right + 6, y: base }, labels[key]));
    }
    const [least, most] = [Math.min, Math.max].map((end) => errorText(end(...worst.released)));
    svg.setAttribute("aria-label", `Worst error in each of ${n} tables, ${labels.released}: from ${least} to ${most}.`);
  }
  function lay(n, width, right) {
    const wide = width - PLOT_LEFT - right, ground = s("g");
    plot = plotOf(svg);
    floor = PLOT_TOP + plot;
    svg.setAttribute("height", floor + PLOT_FOOT);
    step = wide / n;
    for (let d = 0; d <= DECADES; d++) {
      const v = 10 ** -d;
      ground.append(s("line", { class: "grid", x1: PLOT_LEFT, x2: PLOT_LEFT + wide, y1: y(v), y2: y(v) }));
      ground.append(s("text", { class: "tick", x: PLOT_LEFT - 6, y: y(v) + 4 }, String(Number(v.toPrecision(1)))));
    }
    ground.append(s("text", { class: "axis", x: PLOT_LEFT + wide / 2, y: floor + 18 }, `worst error in each of ${n} tables`));
    bars = Array.from({ length: n }, (_, i) => s("rect", { class: "released", x: PLOT_LEFT + i * step, width: step * (step > 4 ? 0.8 : 1) }));
    svg.setAttribute("width", width);
    svg.replaceChildren(ground, ...bars);
  }
  return { svg, draw };
}

// ---- worst and mean error of each source of answers -----------------------------------------------------------------

function errorTable() {
  const body = h("tbody"), words = "Worst and mean error over all questions";
  const number = { scope: "col", class: "number" };
  const titles = [h("th", { scope: "col" }, "answers by"), h("th", number, "worst error"), h("th", number, "mean error")];
  const head = h("tr", {}, h("td", {}), ...titles);
  const table = tableOf({ "aria-label": words }, ["44px", "auto", "96px", "96px"], h("thead", {}, head), body);
  const mark = (key) => (key === "released" ? s("rect", { class: key, x: 10, y: 1, width: 14, height: 11 })
    : s("line", { class: `curve ${key}`, x1: 2, x2: 34, y1: 6, y2: 6 }));
  const row = (key, words, numbers, ...picture) => h("tr", {}, h("td", { class: "swatch" }, ...picture), h("th", { scope: "row" }, ...formulas(words)),
    ...["worst", "mean"].map((what) => h("td", { class: "value number", "data-key": `${key}-${what}` }, errorText(numbers[what]))));
  // `earlier`: by method, the newest release of each other method that answered the same questions.
  function say(release, earlier) {
    body.replaceChildren(
      ...release.curves.map((c) => row(c.key, release.words[c.key], c, s("svg", { width: 36, height: 12, "aria-hidden": "true" }, mark(c.key)))),
      ...earlier.map((old) => row(`before-${old.method}`, old.before, old.curves[0])));
  }
  return { table, say };
}

// ---- one table, released and true ------------------------------------------------------------------------------------

function cellTable(names) {
  const table = h("table", { class: "cells" });
  // Cell j of a table has its column i in bit i; rows go from yes, yes, yes to no, no, no, the last column fastest.
  function draw(release, which, narrow) {
    const { degree, truth, released, laplace } = release, cells = 2 ** degree, subset = release.subset(which);
    const cell = (row) => subset.reduce((j, _, i) => j | ((((row >> (degree - 1 - i)) & 1) ^ 1) << i), 0);
    const order = Array.from({ length: cells }, (_, row) => cell(row));
    const from = which * cells, most = Math.max(0.02, ...order.map((j) => Math.max(truth[from + j], released[from + j])));
    const compared = laplace.length > 0, wide = (...nodes) => (narrow ? [] : nodes); // a bar only where there is room
    const titles = ["true", "released", "error", ...(compared ? ["error, Laplace"] : [])];
    const bits = narrow ? "72px" : "92px", numbers = narrow ? "auto" : "84px";
    const widths = [...subset.map(() => bits), ...wide("auto"), ...titles.map(() => numbers)];
    const head = [...subset.map((c) => h("th", { scope: "col" }, names[c])), ...wide(h("td", {}, legend())),
      ...titles.map((t) => h("th", { scope: "col", class: "number" }, t))];
    const rows = order.map((j) => {
      const q = from + j, errors = [released[q] - truth[q], ...(compared ? [laplace[q] - truth[q]] : [])];
      return h("tr", {}, ...subset.map((_, i) => h("td", { class: "bit" }, BITS[(j >> i) & 1])),
        ...wide(h("td", { class: "picture" }, bar(truth[q] / most, released[q] / most))),
        h("td", { class: "value number true" }, share(truth[q])), h("td", { class: "value number released" }, share(released[q])),
        ...errors.map((v) => h("td", { class: "value number" }, (v >= 0.00005 ? "+" : "") + share(v))));
    });
    table.setAttribute("aria-label", `Table of ${subset.map((c) => names[c]).join(", ")}: share of the people, true and released`);
    const columns = widths.map((width) => h("col", { style: `width:${width}` }));
    table.replaceChildren(h("colgroup", {}, ...columns), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
  }
  const bar = (truth, released) => s("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "released", x: 0, y: 3, height: 8, width: Math.max(0, 96 * released) }),
    s("rect", { class: "true", x: 96 * truth, y: 0, height: 14, width: 1.2 }));
  const legend = () => h("span", { class: "legend", "aria-hidden": "true" },
    h("span", { class: "released" }, "▆"), " released ", h("span", { class: "true" }, "|"), " true");
  return { table, draw };
}
