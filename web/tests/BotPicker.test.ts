/** Choosing a bot by picture. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { speech } from "../src/say/say.svelte";
import BotPicker from "../src/seating/BotPicker.svelte";
import { CAST } from "../src/seating/cast";
import CharacterCards from "../src/seating/CharacterCards.svelte";

type Bot = { bot: string; name: string };

let picker: ReturnType<typeof mount> | undefined;
let picked: Bot[];

beforeEach(async () => {
  await speech.load();
  picked = [];
});

afterEach(async () => {
  if (picker) await unmount(picker);
  document.body.innerHTML = "";
});

function show(props: { before?: { bot: string; name?: string }; taken?: string[] } = {}): void {
  picker = mount(BotPicker, {
    target: document.body,
    props: {
      levels: ["easy", "normal", "hard"],
      taken: new Set(props.taken),
      before: props.before,
      label: "Choose a bot",
      onpick: (bot: Bot) => picked.push(bot),
    },
  });
  flushSync();
}

const radio = (value: string) =>
  document.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)!;
const shownLine = () => document.querySelector(".lines .shown")?.textContent?.trim();

function choose(value: string): void {
  radio(value).click();
  flushSync();
}

function submit(): string {
  const button = document.querySelector<HTMLButtonElement>("[type=submit]")!;
  button.click();
  return button.textContent!.trim();
}

test("a character plays at its own level", () => {
  show();
  choose("Otto");
  expect(submit()).toBe("Choose Otto");
  expect(picked).toEqual([{ bot: "hard", name: "Otto" }]);
});

test("the bot in the seat is chosen at first; in an empty seat, a free character", () => {
  show({ before: { bot: "easy", name: "Felix" } });
  expect(radio("Felix").checked).toBe(true);
  document.body.innerHTML = "";
  show({ taken: ["Tilda"] });
  expect(radio("Vera").checked).toBe(true);
});

test("a character at another seat cannot be chosen", () => {
  show({ taken: ["Uma"] });
  expect(radio("Uma").disabled).toBe(true);
  expect(radio("Uma").closest("label")!.textContent).toContain("Taken");
  expect(CAST.filter(({ name }) => radio(name).disabled).map(({ name }) => name)).toEqual(["Uma"]);
});

test("any bot of a level can be chosen instead of a character, and the other way round", () => {
  show();
  choose("hard");
  expect(CAST.filter(({ name }) => radio(name).checked)).toEqual([]);
  expect(shownLine()).toBe("Thinks ahead.");
  expect(submit()).toBe("Choose a hard bot");
  choose("Hugo");
  expect(radio("hard").checked).toBe(false);
  submit();
  expect(picked).toEqual([
    { bot: "hard", name: "" },
    { bot: "easy", name: "Hugo" },
  ]);
});

const about = (name: string) => speech.words.text(`start.about.${name}`);

function point(name: string, type: string, pointerType: string): void {
  const label = document.querySelector(`input[value="${name}"]`)!.closest("label")!;
  label.dispatchEvent(new PointerEvent(type, { pointerType }));
  flushSync();
}

test("a line about the chosen character is shown, whatever is under the mouse", () => {
  show({ before: { bot: "normal", name: "Boyd" } });
  expect(shownLine()).toContain(about("Boyd"));
  point("Rosa", "pointerenter", "mouse");
  expect(shownLine()).toContain(about("Boyd"));
  choose("Hugo");
  expect(shownLine()).toContain(about("Hugo"));
  for (const { name } of CAST) {
    const id = radio(name).getAttribute("aria-describedby")!;
    expect(document.getElementById(id)!.textContent).toBe(about(name));
  }
});

test("if several can be chosen, the line is about the one under the mouse", () => {
  const props = { chosen: ["Uma", "Boyd"], label: "Choose your opponents", gone: () => "" };
  picker = mount(CharacterCards, { target: document.body, props });
  flushSync();
  expect(shownLine()).toContain(about("Boyd"));
  point("Rosa", "pointerenter", "touch");
  expect(shownLine()).toContain(about("Boyd"));
  point("Rosa", "pointerenter", "mouse");
  expect(shownLine()).toContain(about("Rosa"));
  point("Rosa", "pointerleave", "mouse");
  expect(shownLine()).toContain(about("Boyd"));
});
