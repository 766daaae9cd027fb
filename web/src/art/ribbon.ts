/**
 * The ribbons that mark a seat's properties. Every seat has a shape of its own, so that color is
 * never the only cue. A ribbon hangs down from y = 0 and is 26 units wide and 30 units long.
 */
export const RIBBONS = [
  "M-13 0H13V29L0 19.5L-13 29Z",
  "M-13 0H13V17L0 30L-13 17Z",
  "M-13 0H13V16A13 13 0 0 1-13 16Z",
  "M-13 0H13V18H6.5V28H-6.5V18H-13Z",
  "M-13 0H13V15L-13 29Z",
  "M-13 0H13V19L6.5 29L0 19L-6.5 29L-13 19Z",
  "M-8 0H8L13 28H-13Z",
  "M-13 0H13V9L7 15L13 21V29H-13V21L-7 15L-13 9Z",
] as const;

export const ribbonOf = (seat: number): string => RIBBONS[seat % RIBBONS.length]!;
