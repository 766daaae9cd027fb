/** The shapes in the middle of the board, in a square 900 units wide: rays, skyline and waves. */

const HORIZON = 566;
const MIDDLE = 450;

const round = (number: number): number => Number(number.toFixed(1));

/** Return `count` rays from a point, each half as wide as the gap to the next. */
export function rays(x: number, y: number, count: number, length: number): string {
  const end = (turn: number) =>
    `${round(x + length * Math.cos(turn))} ${round(y + length * Math.sin(turn))}`;
  const step = (2 * Math.PI) / count;
  return Array.from(
    { length: count },
    (_, ray) => `M${x} ${y}L${end(ray * step)}L${end((ray + 0.5) * step)}Z`,
  ).join("");
}

export const RAYS = rays(MIDDLE, HORIZON, 48, 900);

type Tower = [x: number, width: number, height: number, steps: number];

/** The towers of the skyline. None has a mast, which would stick out above a tall stage. */
const TOWERS: Tower[] = [
  [32, 40, 62, 2],
  [76, 54, 100, 3],
  [134, 44, 74, 2],
  [182, 58, 142, 3],
  [244, 40, 86, 2],
  [288, 46, 112, 3],
  [570, 44, 104, 3],
  [618, 40, 82, 2],
  [662, 60, 150, 3],
  [726, 42, 72, 2],
  [772, 52, 104, 3],
  [828, 42, 66, 2],
];

/** Return the outline of a stepped tower. */
export function tower(
  x: number,
  width: number,
  height: number,
  steps: number,
  base: number,
): string {
  const ledge = width / 2 / (steps + 0.8);
  const level = (step: number) => round(base - height * (0.55 + (0.45 * step) / (steps - 1)));
  const up = Array.from({ length: steps }, (_, step) => {
    const run = step < steps - 1 ? ledge : width - 2 * ledge * (steps - 1);
    return `V${level(step)}h${round(run)}`;
  });
  const down = Array.from(
    { length: steps - 1 },
    (_, step) => `V${level(steps - 2 - step)}h${round(ledge)}`,
  );
  return `M${x} ${base}${up.join("")}${down.join("")}V${base}Z`;
}

/** Return a tower's lines, and its mast if it is one of the tallest. */
export function lines(
  x: number,
  width: number,
  height: number,
  steps: number,
  base: number,
): string {
  const mast = steps > 3 ? `M${x + width / 2} ${base - height}v-34` : "";
  const ribs = [1, 2, 3].map(
    (rib) =>
      `M${round(x + (width * rib) / 4)} ${base - 4}v${round(-height * (rib === 2 ? 0.86 : 0.46))}`,
  );
  return mast + ribs.join("");
}

export const TOWER_SHAPES = TOWERS.map((one) => tower(...one, HORIZON)).join("");
export const TOWER_LINES = TOWERS.map((one) => lines(...one, HORIZON)).join("");

export const WAVES = Array.from({ length: 6 }, (_, row) =>
  Array.from({ length: 12 }, (_, column) => {
    const [x, y] = [14 + column * 80 + (row % 2) * 40, HORIZON + 44 + row * 44];
    return [36, 24, 12].map((r) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0`).join("");
  }).join(""),
).join("");

/** The sun's reflection on the water, in lines that get shorter. */
export const GLITTER = [90, 72, 58, 46, 36, 28, 22, 17]
  .map((half, row) => `M${MIDDLE - half} ${HORIZON + 16 + row * 16}h${2 * half}`)
  .join("");

/** Return a square frame with stepped corners, `inset` from the edge. */
export function steppedFrame(inset: number, step: number): string {
  const [a, b] = [inset, 900 - inset];
  return (
    `M${a + 2 * step} ${a}H${b - 2 * step}V${a + step}H${b - step}V${a + 2 * step}H${b}` +
    `V${b - 2 * step}H${b - step}V${b - step}H${b - 2 * step}V${b}` +
    `H${a + 2 * step}V${b - step}H${a + step}V${b - 2 * step}H${a}` +
    `V${a + 2 * step}H${a + step}V${a + step}H${a + 2 * step}Z`
  );
}
