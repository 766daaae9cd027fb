/** The invite link: the page shows it, the QR code contains it, and the Copy button copies it. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import InvitePanel from "../src/waitingRoom/InvitePanel.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";

const ANY_LINK = /^http:.*\/t\/abc$/;
let invite: Record<string, unknown>;

/** Show the invitation to a table on a server that other devices can, or cannot, open. */
function show(local: boolean): void {
  const props = { name: "abc", title: "A table", local };
  invite = mount(InvitePanel, { target: document.body, props });
  flushSync();
}

beforeEach(async () => {
  speech.words = await Words.load("en");
  show(false);
});
afterEach(() => {
  void unmount(invite);
  vi.unstubAllGlobals();
});

const field = () => document.querySelector("input")!;
function pressCopy(): void {
  const buttons = [...document.querySelectorAll("button")];
  buttons.find((one) => one.textContent?.trim() === "Copy")!.click();
}
const says = (text: string) => document.body.textContent?.includes(text);

// -- the QR code ----------------------------------------------------------------------------------

test("the QR code contains the same link", () => {
  const code = document.querySelector<HTMLImageElement>("img[alt]")!;
  expect(code.alt).toBe("QR code for the invite link");
  expect(field().value).toBe(`${location.origin}/t/abc`);
  const { pathname, searchParams } = new URL(code.getAttribute("src")!, location.origin);
  expect(pathname).toBe("/api/qr.svg");
  expect(Object.fromEntries(searchParams)).toEqual({ link: field().value });
});

test("on a server that no other device can open, a note takes the place of the QR code", () => {
  expect(says("only on this computer")).toBe(false);
  void unmount(invite);
  show(true);
  expect(document.querySelector("img")).toBeNull();
  expect(says("only on this computer")).toBe(true);
  expect(field().value).toMatch(ANY_LINK);
});

// -- copying --------------------------------------------------------------------------------------

/** Mock a browser with or without a clipboard and the old copy command. */
function able(writeText: unknown, execCommand: unknown): void {
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: writeText && { writeText },
  });
  Object.defineProperty(document, "execCommand", { configurable: true, value: execCommand });
}

test("Copy puts the link on the clipboard and shows a confirmation", async () => {
  const write = vi.fn(() => Promise.resolve());
  able(write, undefined);
  pressCopy();
  await vi.waitFor(() => expect(says("Copied")).toBe(true));
  expect(write.mock.calls).toEqual([[expect.stringMatching(ANY_LINK)]]);
});

test.each([
  ["no clipboard", undefined],
  ["a blocked clipboard", () => Promise.reject(new Error("no"))],
])("with %s, the link is selected and copied with the old command", async (_, writeText) => {
  let taken = "";
  able(writeText, (what: string) => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
    taken = `${what}: ${value.slice(selectionStart ?? 0, selectionEnd ?? 0)}`;
    return true;
  });
  pressCopy();
  await vi.waitFor(() => expect(says("Copied")).toBe(true));
  expect(taken).toBe(`copy: ${field().value}`);
});

test("if copying is impossible, the link is selected and a hint is shown", async () => {
  able(undefined, () => false);
  pressCopy();
  await vi.waitFor(() => expect(says("Press Ctrl+C to copy it")).toBe(true));
  expect(says("Copied")).toBe(false);
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length]);
});
