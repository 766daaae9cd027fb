/** Round numbers for the axis of a chart. */
export function ticks(most: number, wanted = 5): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * size >= rough) ?? 10) * size;
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** At most so many places of a row, from the first to the last, evenly. */
export function spread(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, place) => place);
  return Array.from({ length: most }, (_, place) =>
    Math.round((place * (length - 1)) / (most - 1)),
  );
}

/** Push values apart so that none is nearer than `gap` to the next, within 0 to 95. */
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
