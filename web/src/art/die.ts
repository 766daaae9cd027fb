/** A die as a picture: a rounded cube seen from above at an angle, with its three visible faces. */

type Point = readonly [number, number];
type Vector = readonly [number, number, number];

/** How steeply the die is seen from above, in radians. */
const PITCH = (58 * Math.PI) / 180;
/** The radius of the cube's rounded edges; half of an edge is 1 unit long. */
const EDGE = 0.3;

/** The positions of the pips on each face. */
export const PIPS: readonly (readonly Point[])[] = [
  [[0, 0]],
  [[-1, -1], [1, 1]], // prettier-ignore
  [[-1, -1], [0, 0], [1, 1]], // prettier-ignore
  [[-1, -1], [1, 1], [-1, 1], [1, -1]], // prettier-ignore
  [[-1, -1], [1, 1], [-1, 1], [1, -1], [0, 0]], // prettier-ignore
  [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]], // prettier-ignore
];

/** The faces above, right of, below and left of each face; opposite faces add up to seven. */
const AROUND = [
  [2, 3, 5, 4],
  [6, 3, 1, 4],
  [2, 6, 5, 1],
  [2, 1, 5, 6],
  [1, 3, 6, 4],
  [2, 4, 5, 3],
] as const;

export interface DiePicture {
  outline: string;
  /** The two visible sides and the top. */
  faces: [string, string, string];
  pips: [string, string, string];
}

/**
 * Return the picture of a die that shows `face`, turned by `yaw` degrees. `size` is half the length
 * of an edge.
 */
export function drawDie(face: number, yaw: number, size: number): DiePicture {
  const turn = (yaw * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const project = ([x, y, z]: Vector): Point => [
    size * (x * cos - y * sin),
    size * ((x * sin + y * cos) * Math.sin(PITCH) - z * Math.cos(PITCH)),
  ];
  // A positive yaw turns the right side toward the viewer, a negative one the left side.
  const left: Vector = yaw > 0 ? [0, 1, 0] : [-1, 0, 0];
  const right: Vector = yaw > 0 ? [1, 0, 0] : [0, 1, 0];
  const on = ([nx, ny]: Vector) => {
    return (u: number, v: number): Vector => [nx - ny * u, ny + nx * u, v];
  };
  const planes = [on(left), on(right), (u: number, v: number): Vector => [u, v, 1]] as const;
  const around = AROUND[face - 1]!;
  const values = yaw > 0 ? [around[2], around[1], face] : [around[3], around[2], face];
  const square = (plane: (u: number, v: number) => Vector) =>
    outlineOf(rounded(0.91, 0.32).map(([u, v]) => project(plane(u, v))));
  const dots = (plane: (u: number, v: number) => Vector, value: number) =>
    PIPS[value - 1]!.map(([x, y]) =>
      outlineOf(circle(0.185, 14).map(([u, v]) => project(plane(x * 0.5 + u, y * 0.5 + v)))),
    ).join("");
  const three = <T>(map: (index: 0 | 1 | 2) => T): [T, T, T] => [map(0), map(1), map(2)];
  return {
    outline: outlineOf(hull(corners(project, size))),
    faces: three((index) => square(planes[index])),
    pips: three((index) => dots(planes[index], values[index]!)),
  };
}

function circle(radius: number, count: number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const turn = (2 * Math.PI * at) / count;
    return [radius * Math.cos(turn), radius * Math.sin(turn)] as const;
  });
}

/** Return a square with rounded corners. */
function rounded(half: number, radius: number): Point[] {
  return circle(radius, 24).map(([x, y], at) => {
    const quarter = Math.floor(at / 6);
    const [sx, sy] = [quarter === 0 || quarter === 3 ? 1 : -1, quarter < 2 ? 1 : -1];
    return [sx * (half - radius) + x, sy * (half - radius) + y];
  });
}

/** Return points on the silhouettes of the eight rounded corners. */
function corners(project: (point: Vector) => Point, size: number): Point[] {
  const ends = [-1, 1].map((end) => end * (1 - EDGE));
  return ends.flatMap((x) =>
    ends.flatMap((y) =>
      ends.flatMap((z) => {
        const [cx, cy] = project([x, y, z]);
        return circle(size * EDGE, 16).map(([dx, dy]) => [cx + dx, cy + dy] as const);
      }),
    ),
  );
}

/** Return the convex hull of some points. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = (o: Point, a: Point, b: Point) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (all: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of all) {
      while (kept.length > 1 && turns(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function outlineOf(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
