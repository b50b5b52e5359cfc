// The page's own manners: theme, contents, filters.  Everything can be read without it.

const theme = document.getElementById("theme");
theme.parentElement.hidden = false;
theme.value = document.documentElement.dataset.theme || "auto";
if (!theme.value) theme.value = "auto"; // where something else was kept
theme.addEventListener("change", () => {
  document.documentElement.dataset.theme = theme.value;
  try { localStorage.setItem("dplearn-theme", theme.value); } catch { /* it holds for this page */ }
});

// What is folded or waits opens where a link leads into it, and for print.
function unfold() {
  const said = decodeURIComponent(location.hash.slice(1)), place = document.getElementById(said) ?? document.getElementById(said.split("?")[0]);
  for (let node = place; node; node = node.parentElement) {
    if (node.tagName === "DETAILS") node.open = true;
    node.classList.remove("waits"); // a card that waits for a prediction
  }
  if (place) place.scrollIntoView();
}
addEventListener("popstate", ({ state }) => state ?? unfold()); // back at what was seen the browser knows where its reader was
if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") unfold();
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("main details:not([open])")];
  unfolded.forEach((d) => { d.open = true; });
  document.querySelectorAll("img[loading]").forEach((image) => { image.loading = "eager"; });
});
addEventListener("afterprint", () => unfolded.forEach((d) => { d.open = false; }));

// What is wider than the page scrolls inside itself, by keys too, and fades where it goes on.
function reach() {
  for (const box of document.querySelectorAll("main pre, main .wide, main math.long, main math[display]")) {
    if (box.scrollWidth > box.clientWidth + 1 && box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    fade(box);
  }
}
const fade = (box) => box.classList?.toggle("more", box.tabIndex === 0 && box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
addEventListener("scroll", (event) => fade(event.target), { capture: true, passive: true });
addEventListener("load", reach);
addEventListener("resize", reach);
document.addEventListener("toggle", reach, true);

// Where the reader is, in the contents.
const places = [...document.querySelectorAll(".contents a")].map((link) => [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))]);
if (places.length) {
  const watch = new IntersectionObserver(() => {
    const above = places.filter(([, heading]) => heading && heading.getBoundingClientRect().top < innerHeight / 3);
    for (const [link] of places) {
      if (above.length && link === above.at(-1)[0]) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "0px 0px -66.6% 0px" });
  for (const [, heading] of places) if (heading) watch.observe(heading);
}
document.querySelector(".contents")?.addEventListener("click", (event) => {
  if (event.target.closest("a") && matchMedia("(max-width: 1099px)").matches) document.querySelector(".contents details").open = false;
});

// A report begins with where its reader is; nothing is sent before the reader sends it there.
function reporting(link) {
  const own = link.closest("[data-cell]"), cells = [...document.querySelectorAll("[data-cell]")];
  const cell = own ?? cells.findLast((one) => one.getBoundingClientRect().top < innerHeight / 3), code = own?.querySelector(".foot code");
  const body = [`Page: ${document.title}`, `Cell: ${cell?.dataset.cell ?? "none"}`, `Setting: ${code?.textContent ?? "none"}`, "", "What is wrong:", ""];
  return `${link.href.split("?")[0]}?${new URLSearchParams({ title: `A mistake in ${document.title.split(" · ")[0]}`, body: body.join("\n") })}`;
}
for (const pressed of ["click", "auxclick"]) document.addEventListener(pressed, ({ target }) => {
  const link = target.closest?.("a.report");
  if (link) link.href = reporting(link);
}, true);

const filter = document.querySelector("form.filter");
if (filter) {
  filter.hidden = false;
  const cards = [...document.querySelectorAll("article.card")], menus = [...filter.querySelectorAll("select")];
  const apply = () => {
    for (const card of cards) card.hidden = menus.some((m) => m.value && card.dataset[m.dataset.filter] !== m.value);
    filter.querySelector("output").textContent = `${cards.filter((card) => !card.hidden).length} of ${cards.length}`;
  };
  // The address says what is chosen, #?source=LN; one that leads to a card that is hidden shows all.
  const read = () => {
    const said = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    if (location.hash.length > 1 && !said.size && !document.getElementById(decodeURIComponent(location.hash.slice(1)))?.hidden) return;
    for (const m of menus) m.value = [...m.options].some((o) => o.value === said.get(m.dataset.filter)) ? said.get(m.dataset.filter) : "";
    apply();
  };
  filter.addEventListener("change", () => {
    apply();
    const chosen = menus.filter((m) => m.value).map((m) => [m.dataset.filter, m.value]);
    history.pushState(null, "", chosen.length ? `#?${new URLSearchParams(chosen)}` : location.pathname);
  });
  addEventListener("popstate", read);
  addEventListener("pageshow", () => { read(); apply(); }); // a browser that comes back fills in the menus after the scripts
}
