// Living pictures: an altair chart of the page, drawn by Vega (static/vega.js, which the first of them loads).

let vega = null;

// Words in lines of at most so many letters; what is computed stays as it is.
const inLines = (words, letters) => [words].flat().flatMap((line) => typeof line !== "string" ? line :
  line.match(new RegExp(`.{1,${Math.floor(letters)}}(?= |$)`, "g")).map((part) => part.trim()));

// Vega's expression for computed words in such lines.
const brokenUp = (words, letters) => `replace(isArray(${words}) ? join(${words}, '\\n') : ${words}, regexp('(?=.{${letters + 1}})(.{1,${letters}}) +', 'g'), '$1\\n')`;

// A computed sentence (vegalite.told) in lines of so many letters, two more at most; the legend above it makes room.
function shortened(one, letters) {
  const { text, ...others } = one.encoding ?? {}, more = 32; // px
  for (const [name, channel] of Object.entries(others)) if (channel.legend?.offset)
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, offset: channel.legend.offset + more } } };
  if (text?.field !== "said") return;
  one.transform = [...one.transform ?? [], { calculate: brokenUp("datum.said", letters), as: "said" }];
  if (one.mark.y < 0) one.mark = { ...one.mark, y: one.mark.y - more };
  if (one.height) one.height += more;
}

// A chart in a room so wide, its plots at most so `wide`, so much of their height; what stands side by side goes one below the other
// where there is no room.
function fitted(spec, room, wide, high) {
  const one = { ...spec };
  for (const side of ["width", "continuousWidth", "discreteWidth"]) if (typeof one[side] === "number") one[side] = Math.min(one[side], wide);
  if (one.height > 50) one.height *= high;
  if (one.config) one.config = { ...one.config, view: fitted(one.config.view, room, wide, high),
    legend: { ...one.config.legend, ...room < 560 && { columns: room < 420 ? 1 : 2 } } };
  const x = one.encoding?.x, named = x?.axis?.title ?? x?.title;
  if (room < 560 && typeof named === "string") one.encoding = { ...one.encoding, x: { ...x, axis: { ...x.axis, title: inLines(named, wide / 6) } } };
  if (one.mark?.align === "center" && one.mark.x > wide / 2) one.mark = { ...one.mark, x: wide / 2 };
  for (const [name, channel] of Object.entries(one.encoding ?? {})) if (room < 420 && channel.legend !== null && (channel.scale?.domain || channel.legend?.columns)) {
    const short = !channel.legend?.labelExpr && channel.scale?.domain?.every?.((entry) => `${entry}`.length < 20);
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, columns: short ? 2 : 1 } } };
  }
  const { text = one.title, subtitle, ...more } = one.title ?? {};
  if (typeof (text ?? {}) !== "object" || Array.isArray(text)) one.title = { ...more, text: inLines(text, room / 8.5),
    ...subtitle && { subtitle: inLines(subtitle, room / 7) } };
  else if (text?.expr) one.title = { ...one.title, text: { expr: `split(${brokenUp(text.expr, Math.floor(room / 8.5))}, '\\n')` } };
  if (room < 560) shortened(one, Math.floor((room - 80) / 6.2));
  if (one.hconcat && room < 560) { one.vconcat = one.hconcat; delete one.hconcat; }
  for (const several of ["layer", "vconcat", "hconcat"]) one[several] &&= one[several].map((part) => fitted(part, room, wide, high));
  if (one.spec) one.spec = fitted(one.spec, room, wide, high);
  return one;
}

// On the start page people answer one after the other, and the bars settle, whatever the reader moves meanwhile.
async function asking(view) {
  const all = view.signal("asked");
  for (let asked = 1; asked <= all; asked++) {
    await view.signal("asked", asked).runAsync();
    await new Promise(requestAnimationFrame);
  }
}

// The formulas in a picture's words and in its sliders' names, set as everywhere (dom.js); again where Vega writes.
function setFormulas(holder) {
  for (const node of holder.querySelectorAll("text, text > tspan:not([class]), .vega-bind-name")) {
    const parts = node.firstElementChild ? [] : (node.closest("svg") ? drawn : formulas)(node.textContent);
    if (parts.length > 1) node.replaceChildren(...parts);
  }
}
// Who listens hears a picture's sentences, and not each of its marks.
const sentences = (holder) => [...holder.querySelectorAll("[class*=role-title] text, .role-mark text")].map((text) =>
  [...text.childNodes].map((part) => part.textContent).join(" ").replaceAll("\u200b", "")).filter((words) => words.length > 25).join(". ");

async function enlivenChart(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent), holder = h("div", { class: "chart" });
  try {
    await (vega ??= loaded("static/vega.js"));
    figure.append(holder);
    new MutationObserver(() => setFormulas(holder)).observe(holder, { childList: true, subtree: true });
    const room = holder.clientWidth - getComputedStyle(holder).getPropertyValue("--beside"), right = (part) => part.getBoundingClientRect().right;
    // The start page is to be seen on one screen of a phone.
    const high = room < 560 && figure.closest(".start") ? Math.min(Math.max((innerHeight - 610) / 350, 0.45), 1) : 1;
    const drawn = async (wide) => (await vegaEmbed(holder, fitted(spec, room, wide, high), { actions: false, renderer: "svg" })).view;
    let view = await drawn(room - 70);
    const parts = [...holder.querySelectorAll("svg .background:not(.role-legend *), svg .role-mark text")];
    const over = Math.max(...parts.map(right)) - right(holder);
    if (over > 0) { view.finalize(); view = await drawn(Math.max(room - 70 - over, 140)); } // words beside the plots
    holder.querySelectorAll("svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
    holder.querySelectorAll(".vega-bind-name").forEach((name) => name.nextSibling.setAttribute("aria-label", name.textContent.trim()));
    holder.querySelectorAll(".vega-bind-radio").forEach((group) => group.setAttribute("role", "radiogroup"));
    holder.addEventListener("click", ({ target }) => target.closest(".ring_marks") && holder.querySelector("[type=radio]:not(:checked)").click());
    figure.querySelector("img").hidden = true; // it is for print
    figure.chart = view; // for tests
    const told = figure.appendChild(h("p", { class: "hidden", "aria-live": "polite" }, sentences(holder)));
    figure.addEventListener("input", () => { clearTimeout(figure.rest); figure.rest = setTimeout(() => { told.textContent = sentences(holder); }, 400); });
    if (figure.closest(".start") && !matchMedia("(prefers-reduced-motion: reduce)").matches) await asking(view);
  } catch (error) {
    holder.remove();
    figure.append(h("p", { class: "missing" }, `This picture does not move here: ${error.message}. The printed one stays.`));
  }
}
whenNear("figure.living", enlivenChart);
