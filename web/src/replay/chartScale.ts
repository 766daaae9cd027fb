/** Return round numbers for a chart's axis. */
export function ticks(most: number, wanted = 5): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * size >= rough) ?? 10) * size;
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** Return at most `most` indexes of a list, evenly spaced from the first to the last. */
export function spread(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, place) => place);
  return Array.from({ length: most }, (_, place) =>
    Math.round((place * (length - 1)) / (most - 1)),
  );
}

/**
 * Return each point's position on an axis of rounds, given each point's round. The points in a
 * round share its width, so that all rounds are equally wide no matter how many turns they have.
 */
export function alongRounds(rounds: readonly number[]): number[] {
  const first = rounds[0] ?? 0;
  return rounds.map((round, place) => {
    const begin = rounds.indexOf(round);
    const count = rounds.lastIndexOf(round) - begin + 1;
    return round - first + (place - begin) / count;
  });
}

/**
 * Return the rounds to label on an axis of rounds: the first, then multiples of a step that keeps
 * the labels from being too close together, such as 5 or 10.
 */
export function namedRounds(rounds: readonly number[], wanted = 5): number[] {
  const first = rounds[0] ?? 0;
  const last = rounds[rounds.length - 1] ?? 0;
  const [, step = 1] = ticks(last - first, wanted);
  const size = Math.max(1, step);
  const others = ticks(last, Math.max(1, last / size)).filter(
    (round) => round <= last && round >= first + size / 2 && round % size === 0,
  );
  return [first, ...others];
}

/** Push values apart so that neighbors differ by at least `gap`, and keep them between 0 and 95. */
export function apart(values: readonly number[], gap: number): number[] {
  const order = values.map((value, place) => ({ value, place })).sort((a, b) => a.value - b.value);
  order.forEach((one, rank) => {
    const before = order[rank - 1];
    if (before) one.value = Math.max(one.value, before.value + gap);
  });
  for (let rank = order.length - 1, most = 95; rank >= 0; rank--) {
    const one = order[rank];
    if (!one) break;
    one.value = Math.min(one.value, most);
    most = one.value - gap;
  }
  const found = [...values];
  for (const { value, place } of order) found[place] = value;
  return found;
}
