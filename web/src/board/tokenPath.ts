/** The path of a token from spot to spot, as evenly spaced keyframes of one motion. */
import type { Spot } from "./geometry";

/** The number of keyframes in a hop or a flight. An animation with fewer keyframes starts faster. */
const HOP = 2;
const FLIGHT = 12;

const mix = (from: number, to: number, share: number) => from + (to - from) * share;
/** Ease in and out. */
const eased = (share: number) => share * share * (3 - 2 * share);
/** Rise and fall: 0 at both ends, 1 halfway. */
const arc = (share: number) => 4 * share * (1 - share);

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
    return moments(HOP).map((at) => between(from, to, at, 0.3 * arc(at), 1 + 0.12 * arc(at)));
  });
}

/** Return a path along a high arc. */
export function flight(from: Spot, to: Spot): Spot[] {
  const bow = moments(FLIGHT).map((at) => between(from, to, eased(at), 0, 1 + 0.5 * arc(at)));
  return [from, ...bow];
}

/** Return a path for a token that is picked up and dropped from above. */
export function fall(from: Spot, to: Spot): Spot[] {
  const down = moments(FLIGHT).map((at) =>
    between(from, to, eased(at), 0, 1 + 0.9 * (1 - at * at)),
  );
  return [{ ...from, size: from.size * 1.9 }, ...down];
}
