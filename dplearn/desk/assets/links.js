// Links of the text that move an explorer: #occam?alpha=0.2&n=500; the second explorer of that name on a page is #occam-2.

const JOURNEY = 600; // ms

const settingOf = (query) => Object.fromEntries(new URLSearchParams(query));
function aimed({ hash }) {
  const [name, query] = hash.slice(1).split("?");
  return { name, query, values: settingOf(query) };
}

// A plain click on a link with a setting calls `follow(link, event)`, before the page's own manners see it.
function listenToLinks(follow) {
  const hear = (event) => {
    const link = event.target.closest?.('a[href*="#"][href*="?"][href*="="]');
    if (link && !event.button && !(event.ctrlKey || event.metaKey || event.shiftKey)) follow(link, event);
  };
  document.addEventListener("click", hear, true);
  return () => document.removeEventListener("click", hear, true);
}

// The nearest position of a control to a value that is written; -1 where a menu does not have it.
function positionOf({ values, menu: chosen }, written) {
  const far = (value) => Math.abs(value - Number(written)), exact = values.findIndex((value) => String(value) === written);
  if (exact >= 0 || chosen || !Number.isFinite(Number(written))) return exact;
  return values.reduce((best, value, i) => (far(value) < far(values[best]) ? i : best), 0);
}

// Gives an explorer its name, `setting()`, what its controls say, and `go(values, glide)`: through the positions between, then the focus is there.
function driven(root, layout, controls) {
  let running = 0;
  const input = ({ name }) => controls[name].input;
  root.named = layout.name;
  root.setting = () => Object.fromEntries(layout.controls.map((c) => [c.name, String(c.values[input(c).value])]));
  root.go = (values, glide = false) => {
    const aims = layout.controls.filter((c) => c.name in values).map((c) => ({ node: input(c), from: Number(input(c).value), to: positionOf(c, values[c.name]), leaps: c.menu }));
    const moved = aims.filter(({ to }) => to >= 0);
    const length = glide && !calm.matches ? JOURNEY : 0, begun = performance.now();
    const step = (now) => {
      const done = length ? Math.min(1, Math.max(0, now - begun) / length) : 1, share = done * done * (3 - 2 * done);
      for (const { node, from, to, leaps } of moved) {
        const at = String(leaps ? to : Math.round(from + (to - from) * share));
        if (node.value === at) continue;
        node.value = at;
        node.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (done < 1) running = requestAnimationFrame(step);
      else if (glide) moved[0]?.node.focus({ preventScroll: true });
    };
    cancelAnimationFrame(running);
    if (glide) root.scrollIntoView({ block: "nearest", behavior: length ? "smooth" : "auto" });
    step(begun);
  };
  for (const own of ["pointerdown", "keydown"]) root.addEventListener(own, () => cancelAnimationFrame(running));
  return listenToLinks((link, event) => { // on the site its address.js follows
    const page = root.closest(".jp-Notebook"), { name, values } = aimed(link);
    if (!page?.contains(link)) return;
    const same = [...page.querySelectorAll(".dplearn")].filter((other) => other.named === layout.name), nth = same.indexOf(root);
    if (name !== layout.name + (nth ? `-${nth + 1}` : "")) return;
    event.preventDefault();
    event.stopPropagation();
    root.go(values, true);
  });
}
