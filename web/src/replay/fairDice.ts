/**
 * Fair dice, as described in docs/fair-dice.md: the commitment, and the value that each roll and
 * shuffle must have.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

const utf8 = new TextEncoder();

function u32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function u64(number: number): Uint8Array {
  return concatBytes(u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32));
}

function field(content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? utf8.encode(content) : content;
  return concatBytes(u32(bytes.length), bytes);
}

/** The dice that follow from a revealed secret. */
export class Fair {
  readonly commitment: string;
  private readonly key: Uint8Array;

  private constructor(secret: Uint8Array, game: string, rules: string, contributions: string[]) {
    const names = concatBytes(field(game), field(rules));
    const promise = concatBytes(field("passgo fair dice 1: commitment"), field(secret), names);
    this.commitment = bytesToHex(sha256(promise));
    const mixed = concatBytes(
      field("passgo fair dice 1: key"),
      names,
      u32(contributions.length),
      ...contributions.map(field),
    );
    this.key = hmac(sha256, secret, mixed);
  }

  /** Return the dice; null if the secret is not 64 lowercase hexadecimal digits. */
  static of(secret: string, game: string, rules: string, contributions: string[]): Fair | null {
    if (!/^[0-9a-f]{64}$/.test(secret)) return null;
    return new Fair(hexToBytes(secret), game, rules, contributions);
  }

  roll(purpose: number, seat: number, count: number): [number, number] {
    const drawn = this.draw(36, purpose, seat, count);
    return [Math.floor(drawn / 6) + 1, (drawn % 6) + 1];
  }

  /**
   * Shuffle with Fisher–Yates, from the last index down; each index also serves as the `count` of
   * its draw.
   */
  shuffle(purpose: number, size: number): number[] {
    const order = Array.from({ length: size }, (_, place) => place);
    for (let last = size - 1; last > 0; last--) {
      const chosen = this.draw(last + 1, purpose, 0, last);
      [order[last], order[chosen]] = [order[chosen] as number, order[last] as number];
    }
    return order;
  }

  /**
   * Return one of `choices` equally likely values. A word at or above the largest multiple of
   * `choices` up to 65536 is discarded, and another is drawn.
   */
  private draw(choices: number, purpose: number, seat: number, count: number): number {
    const below = 65536 - (65536 % choices);
    for (let attempt = 0; ; attempt++) {
      const asked = concatBytes(u32(purpose), u32(seat), u64(count), u32(attempt));
      const drawn = hmac(sha256, this.key, concatBytes(field("passgo fair dice 1: draw"), asked));
      const word = (drawn[0] as number) * 256 + (drawn[1] as number);
      if (word < below) return word % choices;
    }
  }
}

/** Return JSON without spaces, with the names in every object sorted by code point. */
export function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (typeof data !== "object" || data === null) return JSON.stringify(data);
  const named = Object.entries(data).sort(([one], [other]) => byCodePoint(one, other));
  return `{${named.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(",")}}`;
}

function byCodePoint(one: string, other: string): number {
  const [ours, theirs] = [Array.from(one), Array.from(other)];
  for (let place = 0; place < Math.min(ours.length, theirs.length); place++) {
    const apart = (ours[place]?.codePointAt(0) ?? 0) - (theirs[place]?.codePointAt(0) ?? 0);
    if (apart !== 0) return apart;
  }
  return ours.length - theirs.length;
}
