// The race: a lane for each horse, at its left the tipsters who back it, at its right what came of it.

const LANE = 22, HEAD = 18; // heights in pixels: of a lane, and of the words above lanes and rows
const HORSE = 40; // its length
const HORSE_SHAPE = "M1 16C1 11 4 8 8 7.5C13 7 19 8 24 7C27 4.5 30 2.5 33.5 2L34.5 0L35.8 2.2L40 6.4L38.6 8.4L34.8 7.6"
  + "C33 10 32.5 13 30 15.5C27 18 20 18 14 18C9 18 6 15.5 5.5 12C4 13 3.5 15 2.5 17.5Z";
const LEGS = [ // two strides
  "M28 15.5L33 18L36 22M26 16L30 19L34 23M10 15L6 19L2 22M12 16L8 20L5 23",
  "M28 15.5L28.5 19L25 22.5M26 16L24.5 19.5L21 22M10 15L13.5 19L17 22.5M12 16L12 19.5L15 23",
];

// A tipster: his letter in a circle.
const CHIP = 8; // its radius, where there is room
function chip(cx, cy, i, r = CHIP) {
  return s("g", { class: "chip" }, s("circle", { cx, cy, r }), s("text", { x: cx, y: cy + 4 }, letter(i)));
}
const mark = (node, chosen) => { node.classList.toggle("chosen", chosen); return node; };

function raceTrack({ experts: K, lanes: H }) {
  const svg = s("svg", { class: "track", "aria-hidden": "true" });
  let place = null, lanes = [], lane = LANE;

  // All that depends on the width alone.
  function lay(where) {
    place = where;
    lane = LANE * place.low;
    svg.setAttribute("width", place.width);
    svg.setAttribute("height", HEAD + H * lane + 8 * place.low);
    const head = (x, words) => s("text", { x, y: 12, class: "head" }, words);
    svg.replaceChildren(head(0, "lane, backers"), head(place.left, "the race"));
    lanes = Array.from({ length: H }, (_, n) => {
      const top = HEAD + n * lane, legs = s("path", { class: "legs" }), tips = s("g");
      const horse = s("g", {}, legs, s("path", { d: HORSE_SHAPE }), s("text", { x: 18, y: 16.5, class: "number" }, String(n + 1)));
      const outcome = s("text", { x: place.finish + 10, y: top + 6 + lane / 2 });
      svg.append(
        s("rect", { x: place.left, y: top + 1, width: place.wide, height: lane - 2, class: "lane" }),
        s("text", { x: 0, y: top + 6 + lane / 2, class: "small" }, `${place.narrow ? "" : "lane "}${n + 1}`), tips, outcome, horse);
      return { top, horse, legs, tips, outcome };
    });
    svg.append(s("line", { x1: place.finish, x2: place.finish, y1: HEAD - 2, y2: HEAD + H * lane + 2, class: "post" }));
  }

  // Race t is announced: who backs which lane and whom the bettor follows (-1: nobody yet); once it is over, who won.
  function announce(season, t, followed, over) {
    lanes.forEach(({ top, horse, tips, outcome }, n) => {
      const backers = season.tipsters.flatMap((_, i) => (season.picks[t * K + i] === n ? [i] : []));
      const mine = backers.includes(followed), won = over && season.winners[t] === n;
      const gap = Math.min(2 * CHIP + 2, (place.left - 14 - (place.narrow ? 18 : 46)) / Math.max(1, backers.length - 1));
      const x = (j) => place.left - 14 - gap * (backers.length - 1 - j);
      const r = Math.min(CHIP, gap / 2), y = top + lane / 2;
      tips.replaceChildren(...backers.map((i, j) => mark(chip(x(j), y, i, r), i === followed)));
      horse.setAttribute("class", `horse${won ? " won" : ""}${mine ? " mine" : ""}`);
      const [right, backed] = place.slim ? ["tip right", "his tip"] : ["wins: tip right", "the bettor's tip"];
      outcome.textContent = won ? (mine ? right : "wins") : mine ? (over ? "tip lost" : backed) : "";
      outcome.setAttribute("class", won ? "won" : "mine");
    });
  }

  // The horses after the part `at` of race t's time, 0 at the gate, 1 when the winner is at the line.
  function move(season, t, at) {
    lanes.forEach(({ top, horse, legs }, n) => {
      // A start from rest and a little rivalry on the way; at the line the order is the race's.
      const rivalry = 0.035 * Math.sin(Math.PI * at) * Math.sin(5 * at + 2.1 * n + 1.7 * t);
      const progress = Math.max(0, season.reach[t * H + n] * at * (0.75 + 0.25 * at) + rivalry);
      horse.setAttribute("transform", `translate(${place.left + 3 + progress * (place.wide - HORSE - 3)} ${top + 1}) scale(${place.low})`);
      legs.setAttribute("d", LEGS[at > 0 && at < 1 ? Math.floor(progress * 16 + n) % 2 : 0]);
    });
  }
  return { svg, lay, announce, move };
}
