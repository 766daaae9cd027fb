import { expect, test } from "vitest";
import { pathOf, qr } from "../src/waitingRoom/qr";
import vectors from "./pages-qr.json";

// pages-qr.json is from segno 1.6 (error="m", mode="byte", boost_error=False), with its padding as the standard
// has it: segno adds a zero byte where the bits end on a whole byte already.

/** Rows as hexadecimal numbers, each with a 1 before its modules: as pages-qr.json has them from segno. */
const rowsOf = (dark: boolean[][] | null) =>
  dark?.map((row) => BigInt(`0b1${row.map((one) => (one ? 1 : 0)).join("")}`).toString(16));

test.each(vectors.map((one) => [one.version, one.text, one.mask, one.rows] as const))(
  "version %i: %s is drawn as segno draws it",
  (version, text, mask, rows) => {
    const dark = qr(text, mask);
    expect(qr(text)?.length).toBe(17 + 4 * version);
    expect(dark?.length).toBe(17 + 4 * version);
    expect(rowsOf(dark)).toEqual(rows);
  },
);

test("there are vectors of every version from 1 to 10", () => {
  expect([...new Set(vectors.map((one) => one.version))].sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test("what is too long has no code", () => {
  expect(qr("x".repeat(213))).not.toBeNull();
  expect(qr("x".repeat(214))).toBeNull();
});

test("the path draws runs of dark modules", () => {
  expect(
    pathOf([
      [true, true, false],
      [false, false, true],
    ]),
  ).toBe("M0 0h2v1H0zM2 1h1v1H2z");
});
