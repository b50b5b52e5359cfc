// The page's own manners: theme, contents on a phone, filters.  Everything can be read without it.

const theme = document.getElementById("theme");
theme.value = document.documentElement.dataset.theme || "auto";
theme.addEventListener("change", () => {
  document.documentElement.dataset.theme = theme.value;
  try { localStorage.setItem("dplearn-theme", theme.value); } catch { /* it holds for this page */ }
});

const contents = document.querySelector(".contents details");
if (contents && matchMedia("(max-width: 1099px)").matches) contents.open = false;

// What is folded opens where a link leads into it, and for print.
function unfold() {
  let node = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
}
addEventListener("hashchange", unfold);
unfold();
addEventListener("beforeprint", () => document.querySelectorAll("main details").forEach((d) => { d.open = true; }));

const filter = document.querySelector("form.filter");
if (filter) {
  filter.hidden = false;
  const cards = [...document.querySelectorAll("article.card")], menus = [...filter.querySelectorAll("select")];
  const apply = () => {
    for (const card of cards) card.hidden = menus.some((m) => m.value && card.dataset[m.dataset.filter] !== m.value);
    filter.querySelector("output").textContent = `${cards.filter((card) => !card.hidden).length} of ${cards.length}`;
  };
  filter.addEventListener("change", apply);
  apply();
}
