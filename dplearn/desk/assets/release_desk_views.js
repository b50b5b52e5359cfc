// What the release desk shows of a release: the errors of all questions, and one released table beside the true one.

const PLOT = 210, PLOT_TOP = 10, PLOT_LEFT = 52, PLOT_RIGHT = 14, PLOT_FOOT = 38; // pixels
const DECADES = 4, LEAST_ERROR = 10 ** -DECADES; // the axis of errors goes from 1 down to this and never moves
const LABEL_HEIGHT = 15;
const BITS = ["no", "yes"];
const SOURCES = ["released", "laplace", "uniform"]; // of answers, as curves and rows are ordered

const share = (v) => `${(100 * v).toFixed(2)}%`.replace(/^-(0\.00%)$/, "$1").replace("-", "−");
const errorText = (v) => (v === 0 ? "0" : v < 1e-5 ? v.toExponential(0) : String(Number(v.toPrecision(3))));

// A release as the browser reads it: numbers, and the errors of all questions in order for each source of answers.
function readRelease(sent) {
  const release = { ...sent };
  for (const [key, value] of Object.entries(sent)) if (value instanceof DataView) release[key] = doubles(value);
  const { truth } = release, cells = 2 ** release.degree;
  const uniform = new Float64Array(truth.length).fill(1 / cells);
  const answers = { released: release.released, laplace: release.laplace, uniform };
  release.curves = SOURCES.filter((key) => answers[key].length).map((key) => {
    const errors = truth.map((v, i) => Math.abs(answers[key][i] - v));
    const sorted = Float64Array.from(errors).sort().reverse();
    return { key, errors, sorted, worst: sorted[0], mean: errors.reduce((a, b) => a + b, 0) / errors.length };
  });
  const { errors } = release.curves[0];
  release.tables = truth.length / cells;
  release.worstTable = Math.floor(errors.indexOf(release.curves[0].worst) / cells);
  release.subset = (table) => release.subsets.slice(table * release.degree, (table + 1) * release.degree);
  return release;
}

// ---- errors of all questions, the worst first ----------------------------------------------------------------------

function errorChart(id) {
  const svg = s("svg", { class: "errors", height: PLOT_TOP + PLOT + PLOT_FOOT, role: "img" });
  const floor = PLOT_TOP + PLOT;
  const onAxis = (v) => Math.min(1, Math.max(v, LEAST_ERROR)); // what is beyond runs along the edge
  const y = (v) => PLOT_TOP - (Math.log10(onAxis(v)) / DECADES) * PLOT;

  function draw(release, width, table) {
    const wide = width - PLOT_LEFT - PLOT_RIGHT, n = release.truth.length, span = Math.max(Math.log10(n), 0.3);
    const x = (rank) => PLOT_LEFT + (Math.log10(rank) / span) * wide;
    const inside = s("rect", { x: PLOT_LEFT, y: PLOT_TOP - 4, width: wide + 1, height: PLOT + 4 });
    const curves = s("g", { "clip-path": `url(#${id}-clip)` }), labels = s("g");
    const lines = release.curves.map((curve) => ({ curve, points: places(curve.sorted, x) }));
    for (const { curve, points } of [...lines].reverse()) {
      const d = `M${points.map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}`;
      curves.append(s("path", { class: `curve ${curve.key}`, d }));
    }
    const placed = [];
    for (const line of lines) labels.append(label(line, lines, placed, release));
    svg.setAttribute("width", width);
    const clip = s("clipPath", { id: `${id}-clip` }, inside);
    svg.replaceChildren(clip, axes(n, wide, x), curves, dots(release, table, x), labels);
    const said = release.curves.map((c) => `${release.labels[c.key]}: worst ${errorText(c.worst)}, mean ${errorText(c.mean)}`);
    svg.setAttribute("aria-label", `Errors of ${n.toLocaleString("en")} questions, sorted. ${said.join("; ")}.`);
  }
  function axes(n, wide, x) {
    const ground = s("g");
    for (let d = 0; d <= DECADES; d++) {
      const v = 10 ** -d;
      ground.append(s("line", { class: "grid", x1: PLOT_LEFT, x2: PLOT_LEFT + wide, y1: y(v), y2: y(v) }));
      ground.append(s("text", { class: "tick", x: PLOT_LEFT - 6, y: y(v) + 4 }, String(Number(v.toPrecision(1)))));
    }
    for (let rank = 1; rank <= n; rank *= 10) {
      ground.append(s("text", { class: "tick middle", x: x(rank), y: floor + 15 }, rank.toLocaleString("en")));
    }
    const circles = wide > 400 ? "worst answered first; circles: the table below" : "worst first (circles: table below)";
    const words = `${n.toLocaleString("en")} questions, ${circles}`;
    ground.append(s("text", { class: "axis", x: PLOT_LEFT + wide / 2, y: floor + 32 }, words));
    return ground;
  }
  // Of thousands of ranks only those that are told apart on the screen.
  function places(sorted, x) {
    const found = [];
    for (let i = 0; i < sorted.length; i++) {
      const here = x(i + 1);
      if (!found.length || here - found[found.length - 1][0] >= 0.7 || i === sorted.length - 1) found.push([here, y(sorted[i])]);
    }
    return found;
  }
  // The cells of the table below, on the curve of the release.
  function dots(release, table, x) {
    const { errors, sorted } = release.curves[0], cells = 2 ** release.degree, group = s("g");
    for (let i = table * cells; i < (table + 1) * cells; i++) {
      group.append(s("circle", { class: "dot", r: 3, cx: x(sorted.indexOf(errors[i]) + 1), cy: y(errors[i]) }));
    }
    return group;
  }
  // Beside the start of its curve, above or below it, a little further on if other curves or labels are in the way.
  function label({ curve, points }, lines, placed, release) {
    const text = release.labels[curve.key], length = 6.4 * text.length;
    const at = ({ points: all }, where) => { // height of a curve there, between its points too
      const i = all.findIndex((p) => p[0] >= where);
      if (i <= 0) return all[i < 0 ? all.length - 1 : 0][1];
      const [[x0, y0], [x1, y1]] = [all[i - 1], all[i]];
      return y0 + ((y1 - y0) * (where - x0)) / (x1 - x0);
    };
    const start = points[0][0], end = points[points.length - 1][0];
    let best = null;
    for (const step of [0, 0.18, 0.36, 0.54]) {
      const left = start + 8 + step * (end - start);
      for (const gap of [-6, 17]) {
        const near = [left - 8, left, left + length / 2, left + length].map((where) => at({ points }, where));
        const base = gap < 0 ? Math.min(...near) + gap : Math.max(...near) + gap - 3, top = base - LABEL_HEIGHT + 3;
        const within = (v) => v > top - 2 && v < base + 3;
        const crossed = lines.filter((l) => [0, 0.25, 0.5, 0.75, 1].some((f) => within(at(l, left + f * length)))).length;
        const met = placed.filter((p) => p.left < left + length && left < p.right && p.top < base && top < p.base).length;
        const outside = top < 0 || base > floor - 2 || left + length > end + PLOT_RIGHT ? 1 : 0;
        const burden = 100 * outside + 10 * met + crossed;
        if (best === null || burden < best.burden) best = { burden, left, top, base, right: left + length };
      }
    }
    placed.push(best);
    return s("text", { class: `label ${curve.key}`, x: best.left, y: best.base }, text);
  }
  return { svg, draw };
}

// ---- worst and mean error of each source of answers -----------------------------------------------------------------

function errorTable() {
  const body = h("tbody"), columns = ["44px", "auto", "96px", "96px"].map((width) => h("col", { style: `width:${width}` }));
  const number = { scope: "col", class: "number" };
  const titles = [h("th", { scope: "col" }, "answers by"), h("th", number, "worst error"), h("th", number, "mean error")];
  const head = h("tr", {}, h("td", {}), ...titles);
  const words = "Worst and mean error over all questions";
  const table = h("table", { "aria-label": words }, h("colgroup", {}, ...columns), h("thead", {}, head), body);
  function say(release) {
    body.replaceChildren(...release.curves.map((c) => h("tr", {},
      swatch(s("line", { class: `curve ${c.key}`, x1: 2, x2: 34, y1: 6, y2: 6 })), h("th", { scope: "row" }, release.words[c.key]),
      h("td", { class: "value number", "data-key": `${c.key}-worst` }, errorText(c.worst)),
      h("td", { class: "value number", "data-key": `${c.key}-mean` }, errorText(c.mean)))));
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
