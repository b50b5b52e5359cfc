// The address of a page says where its explorer stands that was moved last: #occam?alpha=0.2, what it started with left out.
// The page's history keeps all of them, so that Back returns to what was seen.

const WRITE_EVERY = 400; // ms: browsers take a hundred addresses in half a minute
let standing = {}, last = "", writing = 0; // queries by the figures' ids

const aimedFigure = (place) => {
  const { name, query = "" } = aimed(place), figure = name ? document.getElementById(decodeURIComponent(name)) : null;
  return figure?.matches("figure.explorer") ? { figure, query } : null;
};
const keep = (way, address) => { try { history[way]({ standing }, "", address); } catch { /* a frame that has no history */ } };
const address = (id) => `#${id}${standing[id] ? `?${standing[id]}` : ""}`;
function write() {
  if (writing) keep("replaceState", address(last));
  clearTimeout(writing);
  writing = 0;
}

// The explorer of a figure, if it has come: at its first sight it is sent where the address says, and has its button.
function explorerIn(figure) {
  const root = [...figure.querySelectorAll(".dplearn")].find((node) => node.go);
  if (!root || root.linked) return root;
  figure.start ??= root.setting();
  root.linked = copyButton("Copy link", () => { last = figure.id; writing ||= 1; write(); return location.href; }, () => "It stands in the address");
  const report = document.querySelector("a.report").cloneNode(true);
  report.textContent = "Report a mistake";
  root.querySelector(".foot button:last-of-type").after(root.linked, report);
  if (standing[figure.id]) root.go(settingOf(standing[figure.id]));
  return root;
}

// Who has its address, or comes back to it, is past its prediction.
async function come(figure) {
  delete figure.dataset.predict;
  await alive(figure);
  figure.querySelector(".asking")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  return explorerIn(figure);
}

document.addEventListener("dplearn:painted", ({ target, detail }) => {
  const figure = target.closest("figure.explorer[id]"), root = figure && explorerIn(figure);
  if (!root || detail.kind !== "picture") return;
  const now = new URLSearchParams(Object.entries(root.setting()).filter(([name, value]) => value !== figure.start[name])).toString();
  if (now === (standing[figure.id] ?? "")) return;
  standing = { ...standing, [figure.id]: now };
  last = figure.id;
  writing ||= setTimeout(write, WRITE_EVERY);
});

listenToLinks((link, event) => {
  write(); // what is seen, before this page is left or moved on
  const there = link.pathname === location.pathname && aimedFigure(link);
  if (!there) return;
  event.preventDefault();
  last = there.figure.id;
  keep("pushState", address(last)); // written anew as it moves
  come(there.figure).then((root) => root?.go(settingOf(there.query), true));
});
addEventListener("pagehide", write);

// Where history comes to: what it kept, or what a new address says.
function arrive(state) {
  clearTimeout(writing);
  writing = 0;
  const there = aimedFigure(location), then = state?.standing ?? { ...standing, ...(there && { [there.figure.id]: there.query }) };
  for (const id of Object.keys({ ...standing, ...then })) {
    const figure = document.getElementById(id), query = then[id] ?? "";
    if (!figure || (standing[id] ?? "") === query) continue;
    standing = { ...standing, [id]: query };
    come(figure).then((root) => {
      root?.go({ ...figure.start, ...settingOf(query) });
      if (!state && figure === there?.figure) figure.scrollIntoView(); // it had no height yet, and what follows would have kept its place
    });
  }
  if (!state) keep("replaceState", location.href);
}
addEventListener("popstate", ({ state }) => arrive(state));
arrive(history.state);
