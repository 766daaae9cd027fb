/** The path of a token from spot to spot, as evenly spaced keyframes of one motion. */
import type { Spot } from "./geometry";

/** The number of keyframes in a hop or a flight. Fewer keyframes make an animation start faster. */
const HOP = 2;
const FLIGHT = 12;

const mix = (from: number, to: number, share: number) => from + (to - from) * share;
/** Ease in and out. */
const eased = (share: number) => share * share * (3 - 2 * share);
/** Rise and fall: 0 at both ends, 1 halfway. */
const bow = (share: number) => 4 * share * (1 - share);

function between(from: Spot, to: Spot, share: number, higher: number, larger: number): Spot {
  const size = mix(from.size, to.size, share) * larger;
  return {
    x: mix(from.x, to.x, share),
    y: mix(from.y, to.y, share) - higher * size,
    size,
  };
}

const moments = (count: number) => Array.from({ length: count }, (_, place) => (place + 1) / count);

/** Return a path that hops from each spot to the next. */
export function hops(spots: readonly Spot[]): Spot[] {
  return spots.flatMap((to, place) => {
    const from = spots[place - 1];
    if (!from) return [to];
    return moments(HOP).map((at) => between(from, to, at, 0.3 * bow(at), 1 + 0.12 * bow(at)));
  });
}

/** Return a path along a high arc. */
export function flight(from: Spot, to: Spot): Spot[] {
  const path = moments(FLIGHT).map((at) => between(from, to, eased(at), 0, 1 + 0.5 * bow(at)));
  return [from, ...path];
}

/** Return a path for a token that is picked up and dropped from above. */
export function fall(from: Spot, to: Spot): Spot[] {
  const down = moments(FLIGHT).map((at) =>
    between(from, to, eased(at), 0, 1 + 0.9 * (1 - at * at)),
  );
  return [{ ...from, size: from.size * 1.9 }, ...down];
}

/**
 * Return the path of a note that is tossed from one spot to another, at the given size. It flies
 * high, over the question at the bottom of the middle.
 */
export function arc(from: Spot, to: Spot, size: number): Spot[] {
  const [start, end] = [from, to].map((spot) => ({ ...spot, size })) as [Spot, Spot];
  const high = 0.6 + 0.5 * Math.hypot(end.x - start.x, end.y - start.y);
  const height = Math.max(0.4, Math.min(high, mix(start.y, end.y, 0.5) - 0.5));
  const toss = moments(FLIGHT).map((at) => ({
    x: mix(start.x, end.x, eased(at)),
    y: mix(start.y, end.y, eased(at)) - height * bow(at),
    size: size * (0.8 + 0.3 * bow(at)),
  }));
  return [{ ...start, size: size * 0.8 }, ...toss];
}
