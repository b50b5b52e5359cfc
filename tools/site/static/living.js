// Living pictures: an altair chart of the page, drawn by Vega (static/vega.js, which the first of them loads).

let vega = null;
function vegaLoaded() {
  vega ??= new Promise((done, failed) => {
    const script = h("script", { src: `${document.body.dataset.root || ""}static/vega.js` });
    script.addEventListener("load", () => done(globalThis.vegaEmbed));
    script.addEventListener("error", () => failed(new Error("static/vega.js was not loaded")));
    document.head.append(script);
  });
  return vega;
}

// Words in lines of at most so many letters; what is computed stays as it is.
const inLines = (words, letters) => [words].flat().flatMap((line) => typeof line !== "string" ? line :
  line.match(new RegExp(`.{1,${Math.floor(letters)}}(?= |$)`, "g")).map((part) => part.trim()));

// A computed sentence (vegalite.told) in lines of so many letters, two more at most; the legend above it makes room.
function shortened(one, letters) {
  const { text, ...others } = one.encoding ?? {}, more = 32; // px
  for (const [name, channel] of Object.entries(others)) if (channel.legend?.offset)
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, offset: channel.legend.offset + more } } };
  if (text?.field !== "said") return;
  const said = "isArray(datum.said) ? join(datum.said, '\\n') : datum.said", long = `(?=.{${letters + 1}})(.{1,${letters}}) +`;
  one.transform = [...one.transform ?? [], { calculate: `replace(${said}, regexp('${long}', 'g'), '$1\\n')`, as: "said" }];
  if (one.mark.y < 0) one.mark = { ...one.mark, y: one.mark.y - more };
  if (one.height) one.height += more;
}

// A chart no wider than its place; what stands side by side goes one below the other where there is no room.
function fitted(spec, room) {
  const one = { ...spec };
  for (const wide of ["width", "continuousWidth", "discreteWidth"]) // but for the axis and its words
    if (typeof one[wide] === "number") one[wide] = Math.min(one[wide], room - 70);
  if (one.config) one.config = { ...one.config, view: fitted(one.config.view, room),
    legend: { ...one.config.legend, ...room < 560 && { columns: room < 420 ? 1 : 2 } } };
  for (const [name, channel] of Object.entries(one.encoding ?? {})) if (room < 420 && channel.legend !== null && channel.scale?.domain?.every?.((entry) => `${entry}`.length < 20))
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, columns: 2 } } };
  const { text = one.title, subtitle, ...more } = one.title ?? {};
  if (typeof (text ?? {}) !== "object" || Array.isArray(text)) one.title = { ...more, text: inLines(text, room / 8.5),
    ...subtitle && { subtitle: inLines(subtitle, room / 7) } };
  if (room < 560) shortened(one, Math.floor((room - 80) / 6.2));
  if (one.hconcat && room < 560) { one.vconcat = one.hconcat; delete one.hconcat; }
  for (const several of ["layer", "vconcat", "hconcat"]) one[several] &&= one[several].map((part) => fitted(part, room));
  if (one.spec) one.spec = fitted(one.spec, room);
  return one;
}

// On the start page people answer one after the other, and the bars settle; until the reader moves something.
async function asking(figure, view) {
  let all = view.signal("asked");
  figure.addEventListener("input", () => { all = 0; }, { once: true });
  for (let asked = 1; asked <= all; asked++) {
    await view.signal("asked", asked).runAsync();
    await new Promise(requestAnimationFrame);
  }
}

async function enlivenChart(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent), holder = h("div", { class: "chart" });
  try {
    const embed = await vegaLoaded();
    figure.append(holder);
    const drawn = async (room) => (await embed(holder, fitted(spec, room), { actions: false, renderer: "svg" })).view;
    let view = await drawn(holder.clientWidth);
    const right = (part) => part.getBoundingClientRect().right;
    const plots = [...holder.querySelectorAll("svg .background:not(.role-legend *)")];
    const over = Math.max(...plots.map(right)) - right(holder);
    if (over > 0) { view.finalize(); view = await drawn(holder.clientWidth - Math.min(over, 60)); } // words at its axis
    holder.querySelectorAll("svg").forEach((svg) => { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", spec.description ?? "a chart"); });
    figure.querySelector("img").hidden = true; // it is for print
    figure.chart = view; // for tests
    if (figure.closest(".start") && !matchMedia("(prefers-reduced-motion: reduce)").matches) await asking(figure, view);
  } catch (error) {
    holder.remove();
    figure.append(h("p", { class: "missing" }, `This picture does not move here: ${error.message}. The printed one stays.`));
  }
}
whenNear("figure.living", enlivenChart);
