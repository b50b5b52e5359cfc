// Search: MiniSearch and the places that it finds are loaded when the field is first used.  The key / leads to the
// field, arrows through what is found.

const GREEK = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", κ: "kappa", λ: "lambda", μ: "mu", ρ: "rho", σ: "sigma", τ: "tau" };
const SILENT = new Set(("a about an and are as at be by can define definition do does explain exactly find for from has have how i if in is it its me mean " +
  "means meaning much my of on or show so that the their there this to was what when where which who why with work works").split(" "));
const WEIGHTS = { term: 1.6, letter: 1.3, exercise: 1.1, section: 1, statement: 0.8, note: 0.5 };

// A word as it is looked for: Greek letters by their names, several as one.
function word(term) {
  const one = GREEK[term] ?? term.toLowerCase();
  return SILENT.has(one) ? null : one.length > 3 ? one.replace(/ies$/, "y").replace(/(?<=[^su])s$/, "") : one;
}

let index = null;
async function find(words) {
  index ??= Promise.all([loaded("static/search-index.js", "dplearnPlaces"), loaded("static/minisearch.js")]).then(([places]) => {
    const made = new MiniSearch({ fields: ["title", "also", "text"], storeFields: ["kind", "title", "page", "href"], processTerm: word });
    made.addAll(places.map((place, id) => ({ id, ...place })));
    return made;
  });
  return (await index).search(words, { prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 5 ? 0.2 : 0),
    boost: { title: 4, also: 3 }, boostDocument: (_, __, { kind }) => WEIGHTS[kind] });
}

function searchable(field) {
  const shown = field.form.appendChild(h("ol", { class: "found", hidden: "" }));
  field.form.hidden = false;
  field.addEventListener("input", async () => {
    const words = field.value, found = words.trim() ? await find(words).catch((error) => [{ title: error.message, page: "", href: "" }]) : [];
    if (field.value !== words) return; // it was typed on
    shown.hidden = !words.trim();
    shown.replaceChildren(...found.slice(0, 8).map(({ title, page, href }) =>
      h("li", {}, h("a", { href: document.body.dataset.root + href }, title, h("span", {}, page)))));
    const told = found.length ? `${found.length > 8 ? "The first 8 of " : ""}${found.length} found` : "Nothing was found.";
    shown.append(h("li", {}, told));
    field.form.querySelector("[role=status]").textContent = told;
  });
  field.form.addEventListener("submit", (event) => { event.preventDefault(); shown.querySelector("a")?.click(); });
  document.addEventListener("keydown", (event) => {
    const { key, target: at } = event, links = [...shown.querySelectorAll("a")], inside = field.form.contains(at);
    if (key === "/" && !at.closest("input, textarea, select, [contenteditable]")) { event.preventDefault(); field.focus(); }
    else if (inside && (key === "ArrowDown" || key === "ArrowUp") && links.length) {
      event.preventDefault();
      ([field, ...links].at(links.indexOf(at) + (key === "ArrowDown" ? 2 : 0)) ?? field).focus();
    } else if (inside && key === "Escape") { field.focus(); if (shown.hidden) field.blur(); shown.hidden = true; }
  });
  document.addEventListener("pointerdown", ({ target: at }) => { if (!field.form.contains(at)) shown.hidden = true; });
}
const searched = document.getElementById("search");
if (searched) searchable(searched);
