/**
 * No permission is requested and no notification is shown until the user has turned notifications
 * on.
 */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenOffer, View } from "../src/generated/wire";
import { boardOf } from "../src/game/boardData";
import { set, settings } from "../src/platform/settings.svelte";
import SettingsSheet from "../src/settings/SettingsSheet.svelte";
import { notifyOfTurn, type TurnCall } from "../src/stage/turnNotifier.svelte";
import { Words } from "../src/say/words";
import { speech } from "../src/say/say.svelte";

let shown: string[] = [];
let bodies: (string | undefined)[] = [];
let answer: NotificationPermission = "granted";
const request = vi.fn(() => {
  FakeNotification.permission = answer;
  return Promise.resolve(answer);
});

class FakeNotification {
  static permission: NotificationPermission = "default";
  static requestPermission = request;

  constructor(title: string, options?: NotificationOptions) {
    shown.push(title);
    bodies.push(options?.body);
  }
}

beforeEach(async () => {
  shown = [];
  bodies = [];
  request.mockClear();
  FakeNotification.permission = "default";
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("isSecureContext", true);
  speech.words = await Words.load("en");
  set("notify", false);
});
afterEach(() => vi.unstubAllGlobals());

/** Open the settings and find a switch by its label; return it and a function that closes them. */
function openSettings(label: string): [HTMLInputElement, () => void] {
  const sheet = mount(SettingsSheet, { target: document.body, props: { onclose: () => {} } });
  flushSync();
  const found = document.querySelector<HTMLInputElement>(`[role=switch][aria-label="${label}"]`);
  expect(found).not.toBeNull();
  return [found!, () => void unmount(sheet)];
}

test.each(["granted", "denied"] as const)(
  "the browser asks for permission only when notifications are turned on: %s",
  async (said) => {
    answer = said;
    const [notices, close] = openSettings("Notify me when it’s my turn");
    expect(notices.checked).toBe(false);
    expect(request).not.toHaveBeenCalled();
    notices.click();
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    flushSync();
    await vi.waitFor(() => expect(settings.notify).toBe(said === "granted"));
    flushSync();
    expect(notices.checked).toBe(said === "granted");
    expect(document.body.textContent?.includes("is blocking")).toBe(said === "denied");
    if (notices.checked) notices.click();
    await vi.waitFor(() => expect(settings.notify).toBe(false));
    expect(request).toHaveBeenCalledTimes(1);
    close();
  },
);

/** Make it Ann's turn while the page is hidden or visible. */
function itIsHerTurn(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  let decision = $state(1);
  const now = (): TurnCall => ({
    table: {
      name: "table",
      you: [0],
      view: { decision, over: false } as View,
    } as TurnCall["table"],
    who: { names: ["Ann", "Bob"], board: boardOf() },
    plays: true,
    current: decision > 1 ? ({ mine: true } as TurnCall["current"]) : null,
    question: "Roll the dice.",
    asksRent: "",
    offers: [],
  });
  const stop = $effect.root(() => notifyOfTurn(now));
  flushSync();
  expect(shown).toEqual([]);
  decision = 2;
  flushSync();
  expect(document.title).toBe("Your turn · PassGo");
  stop();
}

test.each([
  ["shown if wanted and allowed, and the page is hidden", true, "granted", true, 1],
  ["not shown if turned off", false, "granted", true, 0],
  ["not shown if the browser does not allow it", true, "denied", true, 0],
  ["not shown until permission has been requested", true, "default", true, 0],
  ["not shown if the page is visible", true, "granted", false, 0],
] as const)("a turn notification is %s", (_, wanted, allowed, hidden, count) => {
  set("notify", wanted);
  FakeNotification.permission = allowed;
  itIsHerTurn(hidden);
  expect(shown).toEqual(Array(count).fill("Your turn"));
  expect(bodies).toEqual(Array(count).fill("Roll the dice."));
  expect(request).not.toHaveBeenCalled();
});

test("without notifications, a turn is still announced", () => {
  vi.stubGlobal("Notification", undefined);
  set("notify", true);
  itIsHerTurn(true);
});

test("the title mentions an offer to the player, but not an offer to anyone else", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  let offers = $state<OpenOffer[]>([]);
  const offer = (partner: number) => ({ number: 1, maker: 2, partner }) as OpenOffer;
  const now = (): TurnCall => ({
    table: {
      name: "table",
      you: [0],
      view: { decision: 1, over: false } as View,
    } as TurnCall["table"],
    who: { names: ["Ann", "Bob", "Cyd"], board: boardOf() },
    plays: true,
    current: null,
    question: "",
    asksRent: "",
    offers,
  });
  const stop = $effect.root(() => notifyOfTurn(now));
  const titles = [[], [offer(1)], [offer(1), offer(0)], []].map((some) => {
    offers = some;
    flushSync();
    return document.title;
  });
  expect(titles).toEqual(["PassGo", "PassGo", "You have an offer · PassGo", "PassGo"]);
  stop();
});
