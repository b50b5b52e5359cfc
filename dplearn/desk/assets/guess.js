// What all predictions share.  A reader's answer lives in the page alone: it is neither sent nor kept.

// Asks: choices, above `parts`, or below them what `answer` says in words. `done` hears them, or null where the reader skips; paper shows the truth.
function guess(el, how, parts, choices, done, answer) {
  const name = `dplearn-${Math.random().toString(36).slice(2)}`;
  const show = h("button", { type: "submit", disabled: "" }, "Show the truth");
  const options = choices.map((value) => h("label", {}, h("input", { type: "radio", name, value, "data-lm-suppress-shortcuts": "true" }), value));
  const form = h("form", { class: "guess", "aria-label": "your prediction" }, ...options, show, button("Skip", () => leaveOut()));
  const root = widget(el, { title: "Your prediction first", question: `${how}; the truth comes after it.` }, "asking", ...(choices.length ? [form, ...parts] : [...parts, form]));
  const end = () => removeEventListener("beforeprint", leaveOut);
  const leaveOut = () => { end(); done(null); };
  form.addEventListener("change", () => { show.disabled = false; });
  form.addEventListener("submit", (event) => { event.preventDefault(); end(); done(answer ? answer() : form.elements[name].value); });
  root.addEventListener("keydown", (event) => { if (event.key === "Escape") leaveOut(); });
  addEventListener("beforeprint", leaveOut);
  return { root, form, show, end };
}

// What the answer begins with in bold, a choice word for word: on the site the next fold, in JupyterLab the next cell.
const rightChoice = (root) => root.closest(".jp-Cell, main > *")?.nextElementSibling?.querySelector("strong")?.textContent.replace(/^Answer: |\.$/g, "");

// The truth may be seen: `answer` stands there after `node`, and whether it is right of `choices`; keys go on from here, those around hear of it.
function tell(root, node, answer, choices) {
  const right = rightChoice(root), verdict = !choices.includes(right) ? "" : right === answer ? " That is right." : ` It is: ${right}.`;
  node.after(h("div", { class: "said" }, answer ? `You said: ${answer}.${verdict}` : ""));
  root.classList.replace("asking", "told") || root.classList.add("told");
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
  const place = root.closest(".jp-OutputArea, main > *") ?? root;
  root.dispatchEvent(new CustomEvent("dplearn:told", { bubbles: true }));
  if (answer) requestAnimationFrame(() => place.scrollIntoView({ block: "nearest", behavior: calm.matches ? "instant" : "smooth" })); // what was below the screen
}
