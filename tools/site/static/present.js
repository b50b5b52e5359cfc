// One key turns a page into steps for a class: a section's first words, a question, its picture as large as the screen, its
// answer. Page Up and Page Down, a clicker's keys, turn from everywhere; arrows and the space bar where nothing else wants them.

{
  const FAR = 24 / 11, LIVING = 24 / 12; // from a picture's smallest letters on the page to what the last row reads, px
  const HIGHEST = 200, LOWEST = 86; // px of a plot before it is enlarged
  const AROUND = 62; // px of its axes
  const APART = /^(Goals|Exercises|Solutions|Appendix|References|Statements)/; // sections that no class looks at
  const where = h("output"), view = h("div", { class: "view", tabindex: -1 }), gap = document.createComment("what is shown");
  const button = (words, name) => h("button", { type: "button", "aria-label": name }, words);
  const back = button("←", "Back"), on = button("→", "On"), leave = button("Leave", "Leave the presentation");
  const stand = h("dialog", { class: "present", "aria-label": "Presentation" }, view, h("div", { class: "turns" }, back, where, on, leave));
  const offer = document.querySelector(".offer-steps");
  let steps = [], at = 0, plot = HIGHEST;
  document.body.append(stand);

  // Headings, questions, pictures and answers, each with the words that stand above it; a question goes with its choices.
  function found() {
    let apart = false;
    const list = [];
    for (const node of document.querySelectorAll("main :is(h1, h2, .predict, .answer, .waits, figure)")) {
      if (node.localName === "h2") apart = APART.test(node.id);
      if (apart || node.parentElement.closest(".waits, figure, details")) continue;
      // The question: set apart, and then no step of its own, or in the words before its choices.
      const asked = node.matches(".waits, figure") && list.at(-1)?.node.matches(".predict") ? list.pop().node
        : node.matches(".waits") && [...(node.closest("main > *").previousElementSibling?.querySelectorAll("p") ?? [])].at(-1);
      list.push({ node, asked });
    }
    return list;
  }

  // Words to be read from afar are copies; an answer stands open.
  function copied(node) {
    const copy = node.cloneNode(true), open = h("div", { class: copy.className });
    for (const part of copy.querySelectorAll(".anchor, :scope > summary")) part.remove();
    for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
    if (copy.localName !== "details") return copy;
    open.append(...copy.childNodes);
    return open;
  }
  // Of a section its first words, and what they announce.
  function told(node) {
    const words = [node];
    if (/^H[12]$/.test(node.tagName)) {
      for (let next = node.nextElementSibling; next?.matches("p:not(.predict), ul, ol, math, .wide"); next = next.nextElementSibling) {
        words.push(next);
        if (!next.textContent.trim().endsWith(":")) break;
      }
    }
    return h("div", { class: "read" }, ...words.map(copied));
  }

  // An explorer is enlarged as its letters ask for, and its plot gets what height is left, now and when it grows; a living picture is
  // drawn anew for its place; anything else is as large as the screen allows.
  function fit() {
    const { clientWidth: wide, clientHeight: tall, firstElementChild: holder } = view;
    if (!holder) return;
    if (holder.matches(".read")) {
      for (let size = 34; size >= 24; size -= 2) {
        holder.style.fontSize = `${size}px`;
        if (view.scrollHeight <= tall + 1) break;
      }
      return;
    }
    const scaled = (by) => { holder.style.cssText = `width:${wide / by - (HIGHEST - plot) / 10}px;transform:scale(${by});--plot:${plot}`; };
    const over = (by) => Math.max(holder.offsetHeight - tall / by, holder.scrollWidth - holder.clientWidth);
    const living = holder.querySelector(".living"), room = `${wide} ${tall}`;
    const redrawn = async () => {
      living.room = room;
      for (let by = LIVING; by > 1 && living.room === room; by -= 0.1) {
        scaled(by);
        await living.draw(tall / by - holder.offsetHeight + living.querySelector(".chart").offsetHeight);
        if (over(by) <= 1) break;
      }
      living.stands = living.room === room; // for tests
    };
    let by = FAR;
    if (living?.draw) {
      if (living.room !== room) redrawn();
    } else if (holder.querySelector(".explorer")) {
      const drawn = holder.querySelector(".chart")?.viewBox.baseVal.height - AROUND;
      const off = Math.abs(drawn - plot) < 4 ? over(by) : 0; // what waits to be drawn has no height yet
      if (off > 1 || off < -15) plot = Math.min(HIGHEST, Math.max(LOWEST, plot - (off > 0 ? Math.max(10, off) : off + 2)));
      scaled(by); // of another height the width is a little other, so that it is drawn anew
    } else for (; by === FAR || by > 1 && over(by) > 1; by -= 0.06) scaled(by);
  }
  const watch = new ResizeObserver(fit);
  watch.observe(view);

  function away() {
    watch.disconnect();
    const living = view.querySelector(".living");
    if (gap.isConnected) gap.replaceWith(view.querySelector("figure, [data-choices]"));
    if (living?.draw) { living.room = living.stands = ""; living.draw(); }
    view.replaceChildren();
  }
  async function show(next) {
    away();
    at = Math.max(0, Math.min(steps.length - 1, next));
    plot = HIGHEST;
    const { node, asked } = steps[at];
    where.textContent = `${at + 1} of ${steps.length}`;
    if (node.matches("figure, .waits")) {
      node.replaceWith(gap);
      view.append(h("div", { class: "large" }, ...(asked ? [copied(asked)] : []), node)); // itself, for a reader may have moved it
      if (node.matches("[data-table]")) await alive(node);
    } else view.append(told(node));
    fit();
    watch.observe(view);
    watch.observe(node);
    view.scrollTop = 0;
    view.focus();
  }

  function present() {
    steps = found();
    const first = steps.findIndex(({ node }) => node.getBoundingClientRect().bottom > 60);
    stand.showModal();
    show(first);
  }
  stand.addEventListener("close", () => { away(); steps[at].node.scrollIntoView({ block: "center" }); });
  leave.addEventListener("click", () => stand.close());
  for (const [press, by] of [[back, -1], [on, 1]]) press.addEventListener("click", () => show(at + by));
  stand.addEventListener("keydown", (event) => {
    const taken = event.target.matches("input, select, textarea, button, [role=slider]");
    const by = { PageDown: 1, PageUp: -1, ...(!taken && { ArrowRight: 1, ArrowLeft: -1, " ": 1 }) }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation(); // a slider has these keys too
    show(at + by);
  }, { capture: true });

  if (offer) {
    offer.hidden = false;
    offer.addEventListener("click", present);
    addEventListener("keydown", (event) => {
      const writes = event.target.closest?.("input, select, textarea, [contenteditable=true]");
      if (event.key === "p" && !stand.open && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) present();
    });
  }
}
