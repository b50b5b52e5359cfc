// Living pictures: an altair chart of the page, drawn by Vega (static/vega.js, which the first of them loads).

let vega = null;

// Words in lines of at most so many letters; what is computed stays as it is.
const inLines = (words, letters) => [words].flat().flatMap((line) => typeof line !== "string" ? line :
  line.match(new RegExp(`.{1,${Math.floor(letters)}}(?= |$)`, "g")).map((part) => part.trim()));

// Vega's expression for computed words in such lines.
const brokenUp = (words, letters) => `replace(isArray(${words}) ? join(${words}, '\\n') : ${words}, regexp('(?=.{${letters + 1}})(.{1,${letters}}) +', 'g'), '$1\\n')`;

// A computed sentence (vegalite.told) in lines of so many letters, two more at most; the legend above it makes room.
function shortened(one, letters) {
  const { text, ...others } = one.encoding ?? {}, more = 32; // px
  for (const [name, channel] of Object.entries(others)) if (channel.legend?.offset)
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, offset: channel.legend.offset + more } } };
  if (text?.field !== "said") return;
  one.transform = [...one.transform ?? [], { calculate: brokenUp("datum.said", letters), as: "said" }];
  if (one.mark.y < 0) one.mark = { ...one.mark, y: one.mark.y - more };
  if (one.height) one.height += more;
}

// A chart in a room so wide, its plots at most so `wide`; what stands side by side goes one below the other where there is no room.
// Where it is `low`, plots are so many times as high, but for strips and words, with less between them.
function fitted(spec, room, wide, low) {
  const one = { ...spec };
  const listed = [one, ...one.layer ?? []].some(({ encoding }) => /nominal|ordinal/.test(encoding?.y?.type)), least = listed ? 60 : 40;
  if (one.height > least) one.height = Math.max(one.height * low, least);
  for (const side of ["y", "y2"]) if (one.mark?.[side] > 0) one.mark = { ...one.mark, [side]: one.mark[side] * low };
  if (one.config && low < 1) {
    const { axis, legend, title } = one.config;
    one.config = { ...one.config, concat: { spacing: 6 }, axis: { ...axis, titlePadding: 2 }, legend: { ...legend, offset: 6 }, title: { ...title, offset: 4 } };
  }
  for (const side of ["width", "continuousWidth", "discreteWidth"]) if (typeof one[side] === "number") one[side] = Math.min(one[side], wide);
  if (one.config) one.config = { ...one.config, view: fitted(one.config.view, room, wide, low),
    legend: { ...one.config.legend, ...room < 560 && { columns: room < 420 ? 1 : 2 } } };
  const x = one.encoding?.x, named = x?.axis?.title ?? x?.title;
  if (room < 560 && typeof named === "string") one.encoding = { ...one.encoding, x: { ...x, axis: { ...x.axis, title: inLines(named, wide / 6) } } };
  if (one.mark?.align === "center" && one.mark.x > wide / 2) one.mark = { ...one.mark, x: wide / 2 };
  for (const [name, channel] of Object.entries(one.encoding ?? {})) if (room < 420 && channel.legend !== null && (channel.scale?.domain || channel.legend?.columns)) {
    const short = !channel.legend?.labelExpr && channel.scale?.domain?.every?.((entry) => `${entry}`.length < 20);
    one.encoding = { ...one.encoding, [name]: { ...channel, legend: { ...channel.legend, columns: short ? 2 : 1 } } };
  }
  const { text = one.title, subtitle, ...more } = one.title ?? {};
  if (typeof (text ?? {}) !== "object" || Array.isArray(text)) one.title = { ...more, text: inLines(text, room / 8.5),
    ...subtitle && { subtitle: inLines(subtitle, room / 7) } };
  else if (text?.expr) one.title = { ...one.title, text: { expr: `split(${brokenUp(text.expr, Math.floor(room / 8.5))}, '\\n')` } };
  if (room < 560) shortened(one, Math.floor((room - 80) / 6.2));
  const beside = Math.min(1, wide / one.hconcat?.reduce((sum, part) => sum + (part.width ?? wide), 0));
  if (beside < 1 && room >= 560) one.hconcat = one.hconcat.map((part) => ({ ...part, ...part.width && { width: part.width * beside } }));
  if (one.hconcat && room < 560) { one.vconcat = one.hconcat; delete one.hconcat; }
  for (const several of ["layer", "vconcat", "hconcat"]) one[several] &&= one[several].map((part) => fitted(part, room, wide, low));
  if (one.spec) one.spec = fitted(one.spec, room, wide, low);
  return one;
}

// On the start page people answer one after the other, and the bars settle, whatever the reader moves meanwhile.
async function asking(figure) {
  const all = figure.chart.signal("asked");
  for (let asked = 1; asked <= all; asked++) {
    await figure.chart.signal("asked", asked).runAsync();
    await new Promise(requestAnimationFrame);
  }
}

// The formulas in a picture's words and in its sliders' names, set as everywhere (dom.js); again where Vega writes.
function setFormulas(holder) {
  for (const node of holder.querySelectorAll("text, text > tspan:not([class]), .vega-bind-name")) {
    const parts = node.firstElementChild ? [] : (node.closest("svg") ? drawn : formulas)(node.textContent);
    if (parts.length > 1) node.replaceChildren(...parts);
  }
}
// Who listens hears a picture's sentences, and not each of its marks.
const sentences = (holder) => [...holder.querySelectorAll("[class*=role-title] text, .role-mark text")].map((text) =>
  [...text.childNodes].map((part) => part.textContent).join(" ").replaceAll("\u200b", "")).filter((words) => words.length > 25).join(". ");

async function enlivenChart(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent), holder = h("div", { class: "chart" }), img = figure.querySelector("img");
  try {
    await (vega ??= loaded("static/vega.js"));
    figure.append(holder);
    new MutationObserver(() => setFormulas(holder)).observe(holder, { childList: true, subtree: true });
    const right = (part) => part.getBoundingClientRect().right, own = (name) => getComputedStyle(holder).getPropertyValue(name);
    let view = null;
    const embedded = async (room, wide, low) => {
      const moved = [...holder.querySelectorAll(".vega-bind [name]")].map(({ name }) => [name, view.signal(name)]);
      view?.finalize();
      ({ view } = await vegaEmbed(holder, fitted(spec, room, wide, low), { actions: false, renderer: "svg" }));
      for (const [name, value] of moved) view.signal(name, value); // where the reader has left it
      await view.runAsync();
    };
    // The page asks for a chart as high as it is; a stage (present.js) for one at most so `tall`: plots are made as low as that takes.
    const draw = async (tall) => {
      const room = holder.clientWidth - own("--beside");
      let wide = room - 70;
      // Words beside the plots take of their room.
      const high = async (low, tries = tall ? 4 : 2) => {
        for (let over = 1; over > 0 && tries; tries--) {
          await embedded(room, wide, low);
          const parts = [...holder.querySelectorAll("svg :is(.background:not(.role-legend *), .role-mark text, .role-axis-label text)")];
          over = (Math.max(...parts.map(right)) - right(holder)) * holder.offsetWidth / holder.getBoundingClientRect().width;
          if (over > 0) wide = Math.max(wide - Math.max(over, tall ? 30 : 0), 140);
        }
        return holder.offsetHeight;
      };
      // The start page is to be seen on one screen of a phone.
      if (!tall) await high(room < 560 && figure.closest(".start") ? Math.min(Math.max((innerHeight - 610) / 350, 0.45), 1) : 1);
      for (let [was, low, before, tries] = [0.99, 0.5, tall && await high(0.99), 4]; before > tall && tries; tries--) {
        const now = await high(low), next = Math.max(0.15, low + (tall - 2 - now) * (was - low) / (before - now));
        if (now <= tall && now > tall - 12 || Math.abs(next - low) < 0.01 || !isFinite(next)) break;
        [was, low, before] = [low, next, now];
      }
      holder.querySelectorAll("svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
      holder.querySelectorAll(".vega-bind-name").forEach((name) => name.nextSibling.setAttribute("aria-label", name.textContent.trim()));
      holder.querySelectorAll(".vega-bind-radio").forEach((group) => group.setAttribute("role", "radiogroup"));
      figure.chart = view; // for tests
    };
    img.hidden = true; // it is for print
    let drawn = draw();
    figure.draw = (tall) => (drawn = drawn.then(() => draw(tall)));
    await drawn;
    holder.addEventListener("click", ({ target }) => target.closest(".ring_marks") && holder.querySelector("[type=radio]:not(:checked)").click());
    const told = figure.appendChild(h("p", { class: "hidden", "aria-live": "polite" }, sentences(holder)));
    figure.addEventListener("input", () => { clearTimeout(figure.rest); figure.rest = setTimeout(() => { told.textContent = sentences(holder); }, 400); });
    if (figure.closest(".start") && !calm.matches) await asking(figure);
  } catch (error) {
    holder.remove();
    img.hidden = false;
    figure.append(h("p", { class: "missing" }, `This picture does not move here: ${error.message}. The printed one stays.`));
  }
}
whenNear("figure.living", enlivenChart);
