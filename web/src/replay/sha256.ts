/**
 * SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104). Our own, because a page on plain http has no
 * `crypto.subtle`, and dice must be checkable there too.
 */

const BLOCK = 64;

/** The first 32 bits of the fractions of the square or cube roots of the first primes. */
function fractions(count: number, root: number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++)
      if (number % divisor === 0) prime = false;
    if (!prime) continue;
    found.push(rootFraction(number, root));
  }
  return Uint32Array.from(found);
}

/** floor(2^32 · number^(1/root)) mod 2^32, exactly: whole numbers only. */
function rootFraction(number: number, root: number): number {
  const target = BigInt(number) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const START = fractions(8, 2);
const ROUND = fractions(64, 3);

/** A hash that is fed piece by piece; asking for it does not end it. */
export class Sha256 {
  private state = Uint32Array.from(START);
  private readonly block = new Uint8Array(BLOCK);
  private readonly words = new Uint32Array(64);
  private filled = 0;
  private length = 0;

  update(bytes: Uint8Array): this {
    this.length += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(BLOCK - this.filled, bytes.length - at);
      this.block.set(bytes.subarray(at, at + taken), this.filled);
      this.filled += taken;
      at += taken;
      if (this.filled === BLOCK) {
        this.mix();
        this.filled = 0;
      }
    }
    return this;
  }

  digest(): Uint8Array {
    const rest = new Sha256();
    rest.state = Uint32Array.from(this.state);
    // The bit 1, zeros, and the length in bits as 64 bits; whole blocks in all.
    const size = this.filled + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    const last = new Uint8Array(size);
    last.set(this.block.subarray(0, this.filled));
    last[this.filled] = 0x80;
    const view = new DataView(last.buffer);
    view.setUint32(size - 8, Math.floor(this.length / 0x20000000));
    view.setUint32(size - 4, (this.length % 0x20000000) * 8);
    rest.update(last);
    const digest = new Uint8Array(32);
    const out = new DataView(digest.buffer);
    rest.state.forEach((word, place) => out.setUint32(4 * place, word));
    return digest;
  }

  private mix(): void {
    const words = this.words;
    const view = new DataView(this.block.buffer);
    for (let t = 0; t < 16; t++) words[t] = view.getUint32(4 * t);
    for (let t = 16; t < 64; t++) {
      const early = words[t - 15] as number;
      const late = words[t - 2] as number;
      const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[t] = (words[t - 16] as number) + small0 + (words[t - 7] as number) + small1;
    }
    let [a, b, c, d, e, f, g, h] = this.state as unknown as Eight;
    for (let t = 0; t < 64; t++) {
      const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + big1 + choice + (ROUND[t] as number) + (words[t] as number)) | 0;
      const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b] = [g, f, e, (d + first) | 0, c, b, a];
      a = (first + big0 + majority) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      this.state[place] = (this.state[place] as number) + word;
    });
  }
}

type Eight = [number, number, number, number, number, number, number, number];

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Sha256().update(bytes).digest();
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  const inside = new Sha256().update(inner).update(message).digest();
  return new Sha256().update(outer).update(inside).digest();
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of lower-case hexadecimal digits, or null if it is something else. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
