// The chart of an explorer as SVG: a frame that stands still, and paths that are written anew when numbers come.

// A place along an axis in pixels; what lies outside is cut off by the frame.
function along(axis, from, to) {
  const f = axis.log ? Math.log : (v) => v, low = f(axis.low), unit = (to - from) / (f(axis.high) - low);
  return (value) => Math.round(10 * (from + unit * (f(value) - low))) / 10;
}

// The pieces of a curve between the places where it is not there (NaN), each as a list of [x, y] in pixels.
function pieces(xs, ys, X, Y) {
  const found = [];
  let piece = null;
  for (let i = 0; i < xs.length; i++) {
    if (Number.isNaN(ys[i])) piece = null;
    else if (piece) piece.push([X(xs[i]), Y(ys[i])]);
    else found.push(piece = [[X(xs[i]), Y(ys[i])]]);
  }
  return found;
}

const joined = (points) => "M" + points.map((p) => p.join(" ")).join("L");

// Level around each place, a step in the middle between two of them.
function stepped(points) {
  let path = `M${points[0].join(" ")}`;
  for (let i = 1; i < points.length; i++) path += `H${(points[i - 1][0] + points[i][0]) / 2}V${points[i][1]}`;
  return `${path}H${points.at(-1)[0]}`;
}

const circles = (radius) => (points) => points.map(([x, y]) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`).join("");
const carets = (points) => points.map(([x, y]) => `M${x - 4} ${y}h8l-4 5z`).join("");
const SHAPES = { line: joined, step: stepped, points: circles(3.2), dots: circles(2.9), carets };

const LETTER = 6.6; // px of a tick's letter

function buildAxes({ x, y, left, top, width, height }, X, Y) {
  const floor = top + height, grid = [], words = [], widest = Math.max(...y.ticks.map(([, text]) => text.length));
  let free = 0;
  for (const [value, text] of x.ticks) {
    const half = (LETTER * text.length) / 2;
    grid.push(`M${X(value)} ${top}V${floor}`);
    if (X(value) - half < free) continue; // no room for its words
    words.push(s("text", { x: X(value), y: floor + 17, class: "middle" }, text));
    free = X(value) + half + LETTER;
  }
  for (const [value, text] of y.ticks) {
    grid.push(`M${left} ${Y(value)}H${left + width}`);
    words.push(s("text", { x: left - 7, y: Y(value) + 4, class: "end" }, text));
  }
  const across = s("text", { x: left + width / 2, y: floor + 38, class: "axis middle" }, x.label);
  const up = s("text", { transform: `translate(${Math.max(13, left - 16 - LETTER * widest)} ${top + height / 2}) rotate(-90)`, class: "axis middle" }, y.label);
  return [s("path", { class: "grid", d: grid.join("") }),
    s("path", { class: "sides", d: `M${left} ${top}V${floor}H${left + width}` }), ...words, across, up];
}

// On a phone the table below names the curves: their labels would be too small to read.
const NARROW = { outer: [360, 286], left: 62, top: 8, width: 290, height: 232 };

// `layout` is what the kernel says of the explorer; numbers come as columns of typed arrays, NaN where nothing is drawn.
function buildChart(layout, narrow) {
  const rows = layout.rows, frame = { ...layout.frame, ...(narrow ? NARROW : {}) }, { left, top, width, height, outer } = frame;
  const X = along(frame.x, left, left + width), Y = along(frame.y, top + height, top);
  const id = `dplearn-plot-${Math.random().toString(36).slice(2)}`;
  const path = (color, attributes) => s("path", { style: `color:${color}`, ...attributes });
  const pen = (row) => ({ class: "pen", "stroke-width": row.width, "stroke-dasharray": row.dash.join(" ") });

  const drawn = {}, band = {}, curves = [], clipped = { "clip-path": `url(#${id})` };
  for (const row of rows) {
    if (row.key === "simulation") {
      band.area = path(row.color, { class: "fill", opacity: 0.22 });
      for (const edge of ["low", "high"]) band[edge] = path(row.color, { class: "pen", opacity: 0.5 });
      band.limit = path(row.color, { class: "pen", "stroke-dasharray": frame.limit_dash.join(" ") });
      band.caret = path(row.color, { class: "fill" });
      band.mean = path(row.color, pen(row));
      if (frame.dotted) band.dots = path(row.color, { class: "fill" });
    } else {
      drawn[row.key] = { mark: row.mark, node: path(row.color, row.mark === "points" ? { class: "fill" } : { ...pen(row), ...clipped }) };
      curves.push(drawn[row.key].node); // in their order, as in print; a point on the edge is not cut
    }
  }
  const marker = s("path", { class: "marker" }), labels = s("g");
  const clip = s("clipPath", { id }, s("rect", { x: left, y: top - 1, width: width + 1, height: height + 2 }));
  const node = s("svg", { viewBox: `0 0 ${outer.join(" ")}`, class: "chart", "aria-hidden": "true" }, clip, 
    ...buildAxes(frame, X, Y), s("g", clipped, ...Object.values(band)), ...curves, marker, labels);
  const write = (target, shape, xs, ys) => target.setAttribute("d", pieces(xs, ys, X, Y).map(SHAPES[shape]).join(""));

  return {
    node,
    lines(curves, place) {
      for (const { key, x, y } of curves) write(drawn[key].node, drawn[key].mark, x, y);
      marker.setAttribute("d", place === null ? "" : `M${X(place)} ${top}V${top + height}`);
    },
    band(columns) {
      if (!columns) {
        for (const part of Object.values(band)) part.setAttribute("d", "");
        return;
      }
      const { x, low, high, mean, limit, caret } = columns, floor = pieces(x, low, X, Y);
      band.area.setAttribute("d", pieces(x, high, X, Y).map((piece, i) => `${joined([...piece, ...floor[i].reverse()])}Z`).join(""));
      write(band.low, "line", x, low);
      write(band.high, "line", x, high);
      write(band.limit, "line", x, limit);
      write(band.caret, "carets", x, caret);
      write(band.mean, "line", x, mean);
      if (band.dots) write(band.dots, "dots", x, mean);
    },
    labels(places) {
      if (!narrow) labels.replaceChildren(...places.map((p) => s("text", { x: X(p.x) + (p.align === "left" ? 6 : -6), y: Y(p.y), style: `color:${p.color}`, class: p.align === "left" ? "label" : "label end" }, p.text)));
    },
  };
}
