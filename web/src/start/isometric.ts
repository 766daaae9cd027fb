/**
 * The geometry of the cover picture: a board seen from one corner. u and v run along the edges of
 * the board, and h points up.
 */

const ACROSS = 0.866;
/** The position of the nearest corner in the picture. */
const TIP = { x: 320, y: 356 };

export function point(u: number, v: number, h = 0): string {
  const x = TIP.x + (u - v) * ACROSS;
  const y = TIP.y + (u + v) / 2 - h;
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** Return a flat area of the board. */
export function flat(u: number, v: number, along: number, deep: number, h = 0): string {
  return [
    point(u, v, h),
    point(u + along, v, h),
    point(u + along, v + deep, h),
    point(u, v + deep, h),
  ].join(" ");
}

/**
 * Return the transform for drawings on the board, on a side that faces left, or on a side that
 * faces right.
 */
export function plane(kind: "top" | "left" | "right", u: number, v: number, h = 0): string {
  const [x, y] = point(u, v, h).split(",");
  const axes = { top: "0.866 0.5 -0.866 0.5", left: "0.866 0.5 0 -1", right: "-0.866 0.5 0 -1" };
  return `matrix(${axes[kind]} ${x} ${y})`;
}

/** Return the three visible sides of a box: top, left and right. */
export function box(u: number, v: number, along: number, deep: number, h: number, high: number) {
  const top = h + high;
  return {
    top: flat(u, v, along, deep, top),
    left: [
      point(u, v + deep, h),
      point(u + along, v + deep, h),
      point(u + along, v + deep, top),
      point(u, v + deep, top),
    ].join(" "),
    right: [
      point(u + along, v + deep, h),
      point(u + along, v, h),
      point(u + along, v, top),
      point(u + along, v + deep, top),
    ].join(" "),
  };
}
