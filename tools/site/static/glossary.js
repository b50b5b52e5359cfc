// A term or a letter says what it is when it is pointed at, focused or tapped: terms from static/glossary.js, which the
// first of them loads, letters from the page's own table of symbols.  Escape puts the gloss away.

const gloss = h("div", { id: "gloss", class: "gloss", role: "tooltip", hidden: "" }), letters = JSON.parse(document.getElementById("page-letters")?.textContent ?? "{}");
document.body.append(gloss);
let about = null, leaving = 0, entries = null;

// A letter with its accents and indices, as tools/site/glossary.py writes it.
const keyOf = (node) => node.outerHTML.replace(/\s[a-z]+="[^"]*"/g, "").replace(/<\/?mrow>/g, "");
const known = (node) => (keyOf(node) in letters ? `<p><math>${keyOf(node)}</math>: ${letters[keyOf(node)]}</p>` : null);
function letterAt(node) {
  for (; node && node.localName !== "math"; node = node.parentElement) if (known(node)) return node;
  return null;
}
const lettersOf = (math) => [...new Set([...math.querySelectorAll("*")].map(known).filter(Boolean))];

// By keys one comes to the formulas that have a letter for the first time.
const met = new Set();
for (const math of document.querySelectorAll("main :is(p, li, dd) math:not(.long)")) {
  const fresh = lettersOf(math).filter((said) => !met.has(said));
  if (fresh.length) math.tabIndex = 0;
  fresh.forEach((said) => met.add(said));
}

async function tell(target) {
  clearTimeout(leaving);
  if (about === target) return;
  about = target;
  let said = target.localName === "math" ? lettersOf(target) : [known(target)];
  if (target.matches("a.term")) {
    entries ??= loaded("static/glossary.js", "dplearnGlossary");
    said = await entries.then((all) => [all[target.hash.slice(1)]], (error) => [error.message]);
    if (about !== target) return;
  }
  gloss.innerHTML = said.join("");
  gloss.hidden = false;
  target.setAttribute("aria-describedby", "gloss");
  const at = target.getBoundingClientRect(), below = at.bottom + gloss.offsetHeight + 10 < innerHeight;
  gloss.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - gloss.offsetWidth - 8)) + scrollX}px`;
  gloss.style.top = `${(below ? at.bottom + 6 : at.top - gloss.offsetHeight - 6) + scrollY}px`;
}
function hush() {
  about?.removeAttribute("aria-describedby");
  about = null;
  gloss.hidden = true;
}
const target = (node) => node.closest?.("a.term") ?? (node.closest?.("math") && letterAt(node));

document.addEventListener("pointerover", ({ target: node, pointerType }) => {
  if (pointerType === "touch" || gloss.contains(node)) return clearTimeout(leaving);
  const one = target(node);
  if (one) return tell(one);
  clearTimeout(leaving);
  leaving = setTimeout(() => { if (about !== document.activeElement) hush(); }, 200);
});
document.addEventListener("focusin", ({ target: node }) => (node.matches("a.term, math[tabindex]") ? tell(node) : hush()));
document.addEventListener("focusout", hush);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hush(); });
// The first tap shows the gloss, the second follows the link.
let shownByTap = null;
document.addEventListener("pointerdown", ({ target: node }) => { shownByTap = about && about === target(node) ? about : null; });
document.addEventListener("click", (event) => {
  const one = target(event.target);
  if (!one) return gloss.contains(event.target) || hush();
  if (event.pointerType === "touch" && shownByTap !== one) { event.preventDefault(); tell(one); }
});
