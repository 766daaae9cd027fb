/** Return round numbers for a chart's axis. */
export function ticks(most: number, wanted = 5): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * size >= rough) ?? 10) * size;
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** Return the top of an axis with these ticks: the next half step above the largest value. */
export function ceiling(most: number, marks: readonly number[]): number {
  const half = ((marks[1] ?? 1) - (marks[0] ?? 0)) / 2;
  return Math.max(half, Math.ceil(most / half) * half);
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

/**
 * Push values apart so that neighbors differ by at least `gap`, and keep them between 0 and 95.
 * Values that are too close together are spread evenly around their mean.
 */
export function apart(values: readonly number[], gap: number): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  // The values without the gaps before them: a cluster has the same place, its mean.
  const clusters: { sum: number; count: number }[] = [];
  order.forEach((place, rank) => {
    let last = { sum: (values[place] ?? 0) - rank * gap, count: 1 };
    for (
      let before = clusters.at(-1);
      before && before.sum / before.count > last.sum / last.count;
      before = clusters.at(-1)
    ) {
      last = { sum: before.sum + last.sum, count: before.count + last.count };
      clusters.pop();
    }
    clusters.push(last);
  });
  const means = clusters.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  const most = 95 - (order.length - 1) * gap;
  const found = [...values];
  order.forEach((place, rank) => {
    found[place] = Math.max(0, Math.min(most, means[rank] ?? 0)) + rank * gap;
  });
  return found;
}
