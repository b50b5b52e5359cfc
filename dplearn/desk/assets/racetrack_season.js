// The season that the kernel ran, as the browser reads it: arrays of numbers, time first, and what they say in words.

const letter = (i) => String.fromCharCode(65 + i);
const percent = (p) => (p > 0 && p < 0.001 ? "<0.1%" : p < 1 && p > 0.999 ? ">99.9%" : `${(100 * p).toFixed(1)}%`);

// The curves of the regret: [name of the array, words, kind of line].  The first two grow with the races, the bounds stand.
const CURVES = [
  ["realised", "realised regret: bettor's losses − best tipster's", "realised"],
  ["expected", "expected regret, exact: mean over the bettor's draws", "exact"],
  ["sharp", "bound on the expected regret, sharpened", "sharp"],
  ["printed", "bound on the expected regret, as printed", "printed"],
];
const grows = (key) => key === "realised" || key === "expected";

function readSeason({ T, experts: K }, sent) {
  const season = received(sent);
  const { losses, actions, picks, winners, tipsters } = season;

  // Races lost after t races: by each tipster (row by row), and by the bettor.
  const lost = new Float64Array((T + 1) * K), paid = new Float64Array(T + 1);
  for (let t = 0; t < T; t++) {
    for (let i = 0; i < K; i++) lost[(t + 1) * K + i] = lost[t * K + i] + losses[t * K + i];
    paid[t + 1] = paid[t] + losses[t * K + actions[t]];
  }
  const least = (t) => Math.min(...lost.subarray(t * K, (t + 1) * K));
  const leaders = (t) => tipsters.flatMap((_, i) => (lost[t * K + i] === least(t) ? [i] : []));
  const called = (i) => `${letter(i)} ${tipsters[i][0]}`;

  // What a reader is told after `done` races, or while the next one is running.
  function words(done, running) {
    const t = running ? done : done - 1, followed = actions[t], lane = picks[t * K + followed] + 1;
    if (running) return `Race ${t + 1} of ${T} is on. The bettor follows ${called(followed)}, who backs lane ${lane}.`;
    if (done === 0) return `Before the first race all ${K} tipsters are alike: each is followed with probability ${percent(1 / K)}.`;
    const tip = losses[t * K + followed] === 0 ? "was right" : `backed lane ${lane}`;
    const ahead = leaders(done), best = ahead.length === 1 ? called(ahead[0]) : ahead.map(letter).join(", ");
    return `Race ${done} of ${T}: lane ${winners[t] + 1} wins. The bettor followed ${called(followed)}, who ${tip}. `
      + `Lost so far: the bettor ${paid[done]}, the best tipster ${least(done)} (${best}).`;
  }
  return Object.assign(season, { lost, paid, least, leaders, words });
}
