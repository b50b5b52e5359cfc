// Brings the figures of a page to life: an explorer, the racetrack or the release desk in place of its printed picture.

const kinds = { // the widget's own script, and what answers it
  explorer: [explorer, (table, start) => new BakedModel(table, start)],
  racetrack: [racetrack, (table) => new TableRace(table)],
  release_desk: [release_desk, (table) => new TableDesk(table)],
};

// Where that cannot be, the picture stays and a line says why.
async function enliven(figure) {
  const { kind = "explorer", experiment, table: name = experiment, setting = "{}", predict } = figure.dataset, holder = h("div");
  try {
    const [widget, answering] = kinds[kind], model = answering(await loadTable(name), JSON.parse(setting));
    const offer = () => offerLive(figure, (live) => { stop(); stop = widget.render({ model: live ?? model, el: holder }); });
    if (predict) model.set("predict", JSON.parse(predict));
    figure.prepend(holder); // before it draws: it asks how wide its place is
    let stop = widget.render({ model, el: holder });
    figure.querySelector("img").hidden = true; // it is for print
    if (!predict) offer();
    holder.addEventListener("dplearn:told", () => { // the prediction is made or skipped: once
      model.set("predict", null);
      offer();
    });
  } catch (error) {
    holder.remove();
    const line = figure.querySelector(".missing") || figure.appendChild(h("p"));
    line.textContent = `This figure does not move here: ${error.message}. The printed picture stays.`;
    line.className = "missing";
  }
}

// What a cell shows waits for a prediction (site.css); it opens, and the answer behind it.
for (const cell of document.querySelectorAll(".waits")) {
  const el = h("div", { class: "widget asked" });
  cell.prepend(el);
  prediction.render({ model: new Map([["choices", JSON.parse(cell.dataset.choices)]]), el });
}
addEventListener("dplearn:told", ({ target }) => {
  target.closest(".waits")?.classList.remove("waits");
  const next = target.closest("main > *")?.nextElementSibling;
  if (next?.matches("details.answer")) next.open = true;
});

// A figure comes to life when it is near the screen.
function whenNear(selector, start) {
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      start(target);
    }
  }, { rootMargin: "600px" });
  document.querySelectorAll(selector).forEach((figure) => near.observe(figure));
}
const alive = (figure) => figure.alive ??= enliven(figure);
whenNear("figure.explorer, figure[data-table]", alive);
document.documentElement.dataset.scripts = "run"; // frame.html.j2 shows the figures' lines where it does not come to this
