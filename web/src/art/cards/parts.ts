/** The parts that the card drawings share: two palettes, backgrounds, people and objects. */
import { area, at, disc, group, label, line, ring, type Shape } from "./shapes";

export interface Palette {
  sky: string;
  ray: string;
  rim: string;
  sea: string;
  wall: string;
  shade: string;
  floor: string;
  plank: string;
  ink: string;
  dress: string;
}

/** Chance: a warm evening. */
export const WARM: Palette = {
  sky: "#f2a33c",
  ray: "#f8c869",
  rim: "#e0662c",
  sea: "#176a7c",
  wall: "#9c2d18",
  shade: "#7a2013",
  floor: "#e3c188",
  plank: "#b98647",
  ink: "#14242e",
  dress: "#a5261f",
};

/** Community Chest: a cool, moonlit blue. */
export const COOL: Palette = {
  sky: "#2a86b4",
  ray: "#4199c4",
  rim: "#e0b85e",
  sea: "#123f6c",
  wall: "#123f6c",
  shade: "#0d2d3a",
  floor: "#a9cdd4",
  plank: "#6fa3b3",
  ink: "#0d2d3a",
  dress: "#e0b85e",
};

export const CREAM = "#fff3c4";
export const GOLD = "#e0b85e";
export const LIGHT = "#ffd98a";
export const BRASS = "#8d6725";
export const SKIN = "#e9b28a";

// Backgrounds

export const sky = (color: string): Shape => area(color, "M0 0H320V200H0Z");

export const ground = (color: string, y: number): Shape => area(color, `M0 ${y}H320V200H0Z`);

/** Return rays that fill the canvas around a point. */
export function rays(color: string, x: number, y: number, count = 32, from = 0): Shape {
  let d = "";
  const tip = (step: number): string => {
    const angle = from + (Math.PI * step) / count;
    return `L${Math.round(x + 380 * Math.cos(angle))} ${Math.round(y + 380 * Math.sin(angle))}`;
  };
  for (let step = 0; step < 2 * count; step += 2) d += `M${x} ${y}${tip(step)}${tip(step + 1)}Z`;
  return area(color, d);
}

/** Return the sky with a sun, or a moon, and its rays. */
export const sunrise = (p: Palette, x: number, y: number, r: number): Shape =>
  group(sky(p.sky), rays(p.ray, x, y), disc(CREAM, x, y, r), ring(p.rim, 2, x, y, r));

export const sea = (p: Palette, y: number): Shape =>
  group(
    ground(p.sea, y),
    line(
      LIGHT,
      2,
      `M20 ${y + 8}h34M86 ${y + 14}h48M150 ${y + 7}h40M196 ${y + 15}h58M250 ${y + 8}h40`,
    ),
  );

/** Return a floor of planks that run toward the horizon. */
export function boardwalk(p: Palette, y: number): Shape {
  let planks = "";
  for (let plank = -10; plank <= 10; plank++)
    planks += `M${160 + plank * 9} ${y}L${160 + plank * 44} 200`;
  return group(ground(p.floor, y), line(p.plank, 1.5, planks), line(p.ink, 2.5, `M0 ${y}H320`));
}

/** Return a row of towers across the canvas, standing at y = 0. */
export const skyline = (color: string): Shape =>
  area(
    color,
    "M0 0v-30h20v-18h16v-14h10v14h14v22h22v-34h14v-10h8v10h14v40h26v-20h20v-30h12v-12h8v12h10v26h24v-16h22v28h20v-34h18v-12h10v12h14v30h18V0z",
  );

/** Return a stepped hotel with lit windows, 142 units wide and 150 high, standing at y = 0. */
export const tower = (p: Palette): Shape =>
  group(
    area(p.wall, "M0 0v-100h14v-16h12v-20h10v-14h8v14h10v20h12v16h14v-8h22v14h12v16h14v16h14V0z"),
    area(p.shade, "M44 0v-136h10v20h12v16h14v-8h22v14h12v16h14v16h14V0z"),
    line(
      LIGHT,
      2.6,
      "M8-90v80M18-104v94M30-124v114M40-140v130M52-126v110M64-106v90M76-94v84M90-100v90M104-86v76M118-70v60M132-54v44",
      "6 5",
    ),
  );

/** Return four-pointed stars at pairs of coordinates. */
export const stars = (...places: [x: number, y: number][]): Shape =>
  area(CREAM, places.map(([x, y]) => `M${x} ${y - 5}l1 4 4 1-4 1-1 4-1-4-4-1 4-1z`).join(""));

export const cloud = (color: string): Shape =>
  area(color, "M0 0a9 9 0 0 1 4-17a14 14 0 0 1 26-5a11 11 0 0 1 18 7a8 8 0 0 1 2 15z");

/** Return a street lamp with three globes, standing at y = 0. */
export const lamp = (p: Palette): Shape =>
  group(
    line(p.ink, 3, "M0 0V-56M-10-50H10M-5 0h10"),
    disc(CREAM, -10, -56, 5),
    disc(CREAM, 10, -56, 5),
    disc(CREAM, 0, -63, 6),
  );

// People, about 88 units tall, standing at y = 0

const SHADOW = "#0004";
export const STAND = "M-4-34L-6-2M4-34L6-2";
export const STRIDE = "M-2-34L-15-3h-4M3-34L12-18 16-2h5";
export const DOWN = "M-9-58L-13-34M9-58L13-34";

export const topHat = (p: Palette): Shape =>
  group(
    line(p.ink, 3.4, "M-11 0H11"),
    area(p.ink, "M-7 0l-1-14H8L7 0z"),
    line(p.rim, 2.4, "M-6-3H6"),
  );

/** Return a gentleman in a dark suit; his limbs are lines. */
export const gent = (p: Palette, arms = DOWN, legs = STAND, hat = true): Shape =>
  group(
    disc(SHADOW, 0, 0, 20, 3.5),
    line(p.ink, 7, legs),
    area(p.ink, "M-9-30c-2-10-3-20-1-29l10-5 10 5c2 9 1 19-1 29z"),
    area(CREAM, "M-4-63L0-50 4-63z"),
    area(p.rim, "M-5-63l5 3 5-3v6l-5-3-5 3z"),
    line(p.ink, 5.5, arms),
    disc(SKIN, 0, -70, 7),
    hat ? at(0, -74, topHat(p)) : area("#5a3620", "M-8-70c-1-12 17-12 16 0-4-5-10-6-16 0z"),
  );

/** Return a lady in a long dress. */
export const lady = (p: Palette, arms = "M-5-55L-9-36M5-55L9-36"): Shape =>
  group(
    disc(SHADOW, 0, 0, 18, 3.5),
    area(p.dress, "M-10 0c-6-18-2-28 4-38-3-6-3-14 1-20H5c4 6 4 14 1 20 8 12 10 24 6 38z"),
    area("#0003", "M3-38c6 12 8 24 4 38h5c4-14 2-26-6-38z"),
    line(SKIN, 4, arms),
    disc(SKIN, 0, -65, 6.5),
    area(p.ink, "M-9-63c-2-14 20-14 18 0-5-4-13-4-18 0z"),
  );

/** Return a worker in overalls and a cap. */
export const worker = (p: Palette, arms: string, legs = STAND): Shape =>
  group(
    line(p.sea, 8, legs),
    area(CREAM, "M-9-36c-2-8-3-16-1-24l10-4 10 4c2 8 1 16-1 24z"),
    area(p.sea, "M-9-30v-18h5v-14h3v10h3v-10h3v14h5v18z"),
    line(SKIN, 5, arms),
    disc(SKIN, 0, -70, 7),
    area(p.ink, "M-8-71c0-11 15-11 15-2h6v3z"),
  );

/** Return a police officer. */
export const officer = (p: Palette, arms: string): Shape =>
  group(
    line("#1d4467", 8, STAND),
    area("#1d4467", "M-10-28c-2-10-3-22-1-32l11-4 11 4c2 10 1 22-1 32z"),
    line(GOLD, 2.4, "M0-56v22M-10-38H10", "3 3"),
    line("#1d4467", 6, arms),
    disc(SKIN, 0, -70, 7),
    area(p.ink, "M-9-72l-2-8c4-8 18-8 22 0l-2 8z"),
    line(GOLD, 2, "M-8-74H8"),
  );

// Objects

export const coin = (x: number, y: number, r: number, text = "$"): Shape =>
  group(
    disc(BRASS, x + 1, y + 1.5, r),
    disc(LIGHT, x, y, r),
    ring(BRASS, 1.2, x, y, r * 0.78),
    label(
      BRASS,
      x,
      y + r * (text.length > 2 ? 0.27 : 0.4),
      r * (text.length > 2 ? 0.75 : 1.15),
      text,
    ),
  );

/** Return a pile of coins, standing at y = 0. */
export function pile(count: number): Shape {
  const shapes: Shape[] = [];
  for (let n = 0; n < count; n++)
    shapes.push(disc(BRASS, 0, -3 - n * 6, 15, 5), disc(LIGHT, 0, -5 - n * 6, 15, 5));
  return group(...shapes);
}

export const bag = (p: Palette, text = "$"): Shape =>
  group(
    area("#d8b070", "M-8-38c-22 12-28 38-10 38h36c18 0 12-26-10-38z"),
    area("#b98647", "M8-38c22 12 28 38 10 38H4c16-4 12-26 4-38z"),
    area("#d8b070", "M-12-51l5 13H7l5-13-6 4-6-5-6 5z"),
    line(p.wall, 3, "M-8-38H8"),
    label(p.wall, 0, -8, text.length > 2 ? 18 : 26, text),
  );

/** Return a banknote 46 units wide, centered at the origin. */
export const note = (text = "$"): Shape =>
  group(
    area("#3f7d5c", "M-23-12h46v24h-46z"),
    area("#e6edc5", "M-20-9h40v18h-40z"),
    label("#2b5f45", 0, 6, 16, text),
  );

export const envelope = (p: Palette): Shape =>
  group(
    area(CREAM, "M-30-20h60v40h-60z"),
    line(p.ink, 2, "M-30-20h60v40h-60zl30 24 30-24"),
    disc(p.wall, 0, 3, 6),
  );

/** Return a sheet of paper with lines of writing and a seal, centered at the origin. */
export const sheet = (seal: string): Shape =>
  group(
    area("#0003", "M-23-33h52v72h-52z"),
    area(CREAM, "M-26-36h52v72h-52z"),
    line("#9a8a66", 2.4, "M-18-25h36M-18-16h36M-18-7h36M-18 2h22"),
    area(seal, "M8 20l-4 14 7-4 7 4-4-14z"),
    disc(seal, 11, 19, 8),
  );

export const house = (wall: string, roof: string, p: Palette): Shape =>
  group(
    area(roof, "M14-84h12v30H14z"),
    area(wall, "M-32 0v-42L0-70 32-42V0z"),
    line(roof, 8, "M-38-38L0-71 38-38"),
    area(p.ink, "M-8 0v-25H8V0z"),
    area(p.sea, "M-26-36h13v14h-13zM13-36h13v14H13z"),
    line(wall, 1.6, "M-19.500-36v14M19.500-36v14M-26-29h13M13-29h13"),
  );

/** Return an open roadster heading right, 120 units long, standing at y = 0. */
export const car = (paint: string, fender: string, p: Palette, driver: Shape): Shape =>
  group(
    disc(SHADOW, 60, 0, 64, 4),
    at(52, -46, driver),
    area(paint, "M2-12c-4-16 4-25 24-26l10-2 6 6h26l6-6 30 5c9 2 11 9 11 23z"),
    line(p.ink, 3, "M74-40l-7-17M60-34l9-9"),
    line(CREAM, 1.8, "M82-30h24M82-25h24"),
    area(fender, "M-2-8c0-16 10-23 22-23S38-22 42-8h34c2-14 10-21 21-21 13 0 20 8 22 21z"),
    ...[20, 97].flatMap((x) => [disc(p.ink, x, -11, 12), disc(CREAM, x, -11, 5.5)]),
    disc(LIGHT, 116, -30, 4.5),
  );

/** Return a steam locomotive heading right, 136 units long, standing at y = 0. */
export const locomotive = (p: Palette, paint: string): Shape =>
  group(
    area(p.ink, "M84-44v-18h-5v-7h24v7h-5v18zM54-44c0-15 18-15 18 0z"),
    area(paint, "M0-14v-56h34v26h64c13 0 18 6 18 15v15z"),
    area(p.ink, "M-6-70c4-7 40-7 46 0v4H-6z"),
    area(LIGHT, "M8-60h18v17H8z"),
    line(GOLD, 2.4, "M48-44v30M76-44v30M98-44v30"),
    area(p.ink, "M0-17h118l18 17h-26l-4-8H0z"),
    disc(LIGHT, 116, -46, 5),
    ...[16, 45, 74].flatMap((x) => [disc(p.ink, x, -13, 13), ring(GOLD, 2, x, -13, 9)]),
    disc(p.ink, 100, -9, 9),
    line(GOLD, 3, "M16-13h58"),
  );

/** Return a bank with columns, 184 units wide, standing at y = 0. */
export const bank = (p: Palette): Shape =>
  group(
    area(CREAM, "M-62-20V-76H62V-20z"),
    area(
      p.shade,
      "M-50-20V-74h12V-20zM-26-20V-74h12V-20zM-8-20V-60H8V-20zM14-20V-74h12V-20zM38-20V-74h12V-20z",
    ),
    area(p.wall, "M-78-76L0-116 78-76zM-72-66v-8H72v8z"),
    area(CREAM, "M-74-12v-8H74v8z"),
    area("#d9c391", "M-84-4v-8H84v8zM-92 4v-8H92v8z"),
    coin(0, -88, 10),
  );

/** Return the five bars of a prison window or gate. */
export const bars = (color: string, x: number, y: number, width: number, height: number): Shape => {
  let d = "";
  for (let n = 0; n <= 4; n++) d += `M${x + (width * n) / 4} ${y}v${height}`;
  return line(color, 4, d);
};
