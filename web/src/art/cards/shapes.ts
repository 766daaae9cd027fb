/**
 * The shapes that the card drawings are made of. A drawing is a list of shapes, painted in order on
 * a canvas 320 units wide and 200 units high; CardScene.svelte renders it.
 */

interface Path {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
}

/** A numeral or a symbol, centered at x. */
interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
  fill: string;
}

interface Group {
  shapes: Shape[];
  transform?: string;
}

export type Shape = Path | Label | Group;

/** Return an area filled with a color. */
export const area = (fill: string, d: string): Shape => ({ fill, d });

/** Return a line with round ends, or with flat ends if it is dashed. */
export const line = (stroke: string, width: number, d: string, dash?: string): Shape =>
  dash ? { stroke, width, d, dash } : { stroke, width, d };

/** Return a filled ellipse, or a circle if only one radius is given. */
export const disc = (fill: string, x: number, y: number, rx: number, ry = rx): Shape =>
  area(fill, oval(x, y, rx, ry));

/** Return the outline of a circle. */
export const ring = (stroke: string, width: number, x: number, y: number, r: number): Shape =>
  line(stroke, width, oval(x, y, r, r));

export const label = (fill: string, x: number, y: number, size: number, text: string): Shape => ({
  text,
  x,
  y,
  size,
  fill,
});

export const group = (...shapes: Shape[]): Shape => ({ shapes });

/** Return shapes moved to a place, scaled and turned by an angle in degrees. */
export const at = (x: number, y: number, shape: Shape, scale = 1, turn = 0): Shape => ({
  shapes: [shape],
  transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
});

/** Return a shape mirrored from left to right. */
export const flip = (shape: Shape): Shape => ({ shapes: [shape], transform: "scale(-1 1)" });

const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
