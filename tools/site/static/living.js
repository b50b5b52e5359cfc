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

// A chart no wider than its place; what stands side by side goes one below the other where there is no room.
function fitted(spec, room) {
  const one = { ...spec };
  if (typeof one.width === "number") one.width = Math.min(one.width, room - 70); // the axis and its words
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
    const { view } = await embed(holder, fitted(spec, holder.clientWidth), { actions: false, renderer: "svg" });
    holder.querySelectorAll("svg").forEach((svg) => { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", spec.description); });
    figure.querySelector("img").remove();
    figure.chart = view; // for tests
    if (figure.closest(".start") && !matchMedia("(prefers-reduced-motion: reduce)").matches) await asking(figure, view);
  } catch (error) {
    holder.remove();
    figure.append(h("p", { class: "missing" }, `This picture does not move here: ${error.message}. The printed one stays.`));
  }
}
whenNear("figure.living", enlivenChart);
