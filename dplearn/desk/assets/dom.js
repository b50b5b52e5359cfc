// What the scripts of the widgets share; desk/_assets.py puts this file in front of theirs.

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const SVG = "http://www.w3.org/2000/svg";
const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

// Numbers that the kernel sent as bytes of float64; a copy, as the bytes may start anywhere.
const doubles = (view) => new Float64Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));

// What a widget says of a model that does not answer for a while; one that no kernel stands behind has words of its own, or none.
const silence = (model) => model.silence ?? "The kernel does not answer: it is busy, or this cell has to be run again.";

// The first cell of a table's row: a piece of the curve that the row is about.
const swatch = (mark) => h("td", { class: "swatch" }, s("svg", { width: 36, height: 12, "aria-hidden": "true" }, mark));

function copyButton(code, attributes = {}) {
  const button = h("button", { type: "button", ...attributes }, "Copy code");
  button.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(code.textContent); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(code); button.textContent = "Selected: press Ctrl-C"; }
    setTimeout(() => { button.textContent = "Copy code"; }, 1500);
  });
  return button;
}
