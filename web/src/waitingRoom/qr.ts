/**
 * A QR code (ISO/IEC 18004) for a link: bytes, error correction M, versions 1 to 10, which is up to 213 bytes.
 * No library and no server: it must work on a local network without anything else.
 */

/** For each version: bytes of error correction a block, then how many blocks of how many bytes of data. */
const BLOCKS: readonly (readonly [correction: number, ...groups: (readonly [number, number])[]])[] =
  [
    [10, [1, 16]],
    [16, [1, 28]],
    [26, [1, 44]],
    [18, [2, 32]],
    [24, [2, 43]],
    [16, [4, 27]],
    [18, [4, 31]],
    [22, [2, 38], [2, 39]],
    [22, [3, 36], [2, 37]],
    [26, [4, 43], [1, 44]],
  ];

/** Where the centres of the small squares are, by version; they pair up with each other. */
const CENTRES: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/**
 * The code as rows of dark modules, without the white around it; null if the text is too long. Any of the
 * eight masks can be read; without one the best is taken.
 */
export function qr(text: string, mask = -1): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === 0) return null;
  const words = interleaved(dataWords(bytes, version), version);
  const plain = new Grid(version);
  plain.fill(words);
  if (mask >= 0) return plain.masked(mask).dark;
  let best = plain;
  let least = Infinity;
  MASKS.forEach((_, tried) => {
    const masked = plain.masked(tried);
    const penalty = penaltyOf(masked.dark);
    if (penalty < least) [best, least] = [masked, penalty];
  });
  return best.dark;
}

/** The dark modules as one path for SVG, one unit a module. */
export function pathOf(dark: readonly (readonly boolean[])[]): string {
  let path = "";
  dark.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  });
  return path;
}

// -- the bytes -----------------------------------------------------------------------------------------

function layout(version: number) {
  const [correction, ...groups] = BLOCKS[version - 1] ?? [0];
  const sizes = groups.flatMap(([count, size]) => Array<number>(count).fill(size));
  return { correction, sizes, capacity: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The smallest version that holds so many bytes; 0 if none does. */
function versionFor(length: number): number {
  return (
    BLOCKS.findIndex((_, index) => {
      const header = index + 1 < 10 ? 12 : 20;
      return header + length * 8 <= layout(index + 1).capacity * 8;
    }) + 1
  );
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const { capacity } = layout(version);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0));
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Blocks with their error correction, one word of each in turn. */
function interleaved(data: readonly number[], version: number): number[] {
  const { correction, sizes } = layout(version);
  const generator = generatorOf(correction);
  let at = 0;
  const blocks = sizes.map((size) => data.slice(at, (at += size)));
  const checks = blocks.map((block) => remainder(block, generator));
  const turns = (lists: readonly number[][]) => {
    const longest = Math.max(...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, index) =>
      lists.flatMap((list) => list[index] ?? []),
    ).flat();
  };
  return [...turns(blocks), ...turns(checks)];
}

/** The product of two elements of GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function generatorOf(degree: number): number[] {
  let found = [1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    const next = [...found, 0];
    found.forEach(
      (factor, index) => (next[index + 1] = (next[index + 1] ?? 0) ^ times(factor, root)),
    );
    found = next;
    root = times(root, 2);
  }
  return found.slice(1);
}

function remainder(data: readonly number[], generator: readonly number[]): number[] {
  let rest = generator.map(() => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((one, index) => one ^ times(generator[index] ?? 0, factor));
  }
  return rest;
}

// -- the picture ---------------------------------------------------------------------------------------

class Grid {
  readonly size: number;
  dark: boolean[][];
  /** What belongs to the frame: finders, timing, format, version. */
  private frame: boolean[][];

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    const empty = () =>
      Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.dark = empty();
    this.frame = empty();
    this.drawFrame();
  }

  private put(row: number, column: number, dark: boolean): void {
    const [shown, kept] = [this.dark[row], this.frame[row]];
    if (!shown || !kept || column < 0 || column >= this.size) return;
    shown[column] = dark;
    kept[column] = true;
  }

  private drawFrame(): void {
    const last = this.size - 7;
    for (let at = 0; at < this.size; at++) {
      this.put(6, at, at % 2 === 0);
      this.put(at, 6, at % 2 === 0);
    }
    for (const [top, left] of [
      [0, 0],
      [0, last],
      [last, 0],
    ] as const)
      this.square(top + 3, left + 3, 4);
    const centres = CENTRES[this.version - 1] ?? [];
    const end = this.size - 7;
    for (const row of centres)
      for (const column of centres) {
        const corner = (row === 6 && column === 6) || (row === 6 && column === end);
        if (!corner && !(row === end && column === 6)) this.square(row, column, 2);
      }
    this.drawFormat(0);
    if (this.version >= 7) this.drawVersion();
  }

  /** Rings around a centre: a finder with its white edge has radius 4, a small square 2. */
  private square(row: number, column: number, radius: number): void {
    for (let r = -radius; r <= radius; r++)
      for (let c = -radius; c <= radius; c++) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        this.put(row + r, column + c, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  /** Which mask was used, twice; 0b00 is error correction M. */
  private drawFormat(mask: number): void {
    let rest = mask;
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (at: number) => ((bits >> at) & 1) === 1;
    const end = this.size - 1;
    for (let at = 0; at < 15; at++) {
      const upright = at < 6 ? at : at < 8 ? at + 1 : end - 14 + at;
      const across = at < 8 ? end - at : at === 8 ? 7 : 14 - at;
      this.put(upright, 8, bit(at));
      this.put(8, across, bit(at));
    }
    this.put(this.size - 8, 8, true);
  }

  private drawVersion(): void {
    let rest = this.version;
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let at = 0; at < 18; at++) {
      const [long, short] = [Math.floor(at / 3), this.size - 11 + (at % 3)];
      this.put(long, short, ((bits >> at) & 1) === 1);
      this.put(short, long, ((bits >> at) & 1) === 1);
    }
  }

  /** Lay the bits in columns of two, up and down from the right. */
  fill(words: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
      if (right === 6) right = 5; // the upright timing pattern has its own column
      for (let step = 0; step < this.size; step++) {
        const row = upward ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          const line = this.dark[row];
          if (!line || this.frame[row]?.[column]) continue;
          line[column] = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
          at++;
        }
      }
    }
  }

  masked(mask: number): Grid {
    const grid = new Grid(this.version);
    grid.dark = this.dark.map((line, row) =>
      line.map((dark, column) => {
        if (this.frame[row]?.[column]) return dark;
        return dark !== (MASKS[mask]?.(row, column) ?? false);
      }),
    );
    grid.drawFormat(mask);
    return grid;
  }
}

/** How hard a code is to read, by the four rules of the standard: the mask with the least is taken. */
export function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const columns = dark.map((_, column) => dark.map((row) => row[column] ?? false));
  let penalty = 0;
  for (const line of [...dark, ...columns]) penalty += runs(line) + finders(line);
  let count = 0;
  dark.forEach((row, y) =>
    row.forEach((one, x) => {
      count += one ? 1 : 0;
      const below = dark[y + 1];
      if (below && x + 1 < size && one === row[x + 1] && one === below[x] && one === below[x + 1])
        penalty += 3;
    }),
  );
  return penalty + 10 * Math.floor(Math.abs((count * 100) / (size * size) - 50) / 5);
}

function runs(line: readonly boolean[]): number {
  let penalty = 0;
  let length = 0;
  line.forEach((one, at) => {
    length = at > 0 && one === line[at - 1] ? length + 1 : 1;
    if (length === 5) penalty += 3;
    else if (length > 5) penalty += 1;
  });
  return penalty;
}

/** What looks like a finder: 1011101 with four white modules before or after; outside is white. */
function finders(line: readonly boolean[]): number {
  const text = line.map((one) => (one ? "1" : "0")).join("");
  let penalty = 0;
  for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
    const before = text.slice(Math.max(0, at - 4), at);
    const after = text.slice(at + 7, at + 11);
    if (!before.includes("1") || !after.includes("1")) penalty += 40;
  }
  return penalty;
}
