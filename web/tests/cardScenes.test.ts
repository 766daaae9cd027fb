import { mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import CardScene from "../src/art/cards/CardScene.svelte";
import { hasScene } from "../src/art/cards/scenes";
import { boardOf } from "../src/game/boardData";

/** Return the markup of a card's drawing. */
function drawn(props: { card: string; deck?: "chance" | "chest" }): string {
  const target = document.createElement("div");
  const scene = mount(CardScene, { target, props });
  const markup = target.innerHTML;
  void unmount(scene);
  return markup;
}

describe("the drawings of the cards", () => {
  const keys = boardOf().cards.map((card) => card.key);

  it.each(keys)("include %s", (key) => {
    expect(hasScene(key)).toBe(true);
    expect(drawn({ card: key })).toContain('aria-hidden="true"');
  });

  it("are all different", () => {
    expect(new Set(keys.map((card) => drawn({ card }))).size).toBe(keys.length);
  });

  it("fall back on a plain drawing of the deck", () => {
    const [chance, chest] = [drawn({ card: "chance.other" }), drawn({ card: "chest.other" })];
    expect(hasScene("chance.other")).toBe(false);
    expect(chance).not.toBe(chest);
    expect(drawn({ card: "lucky_day", deck: "chest" })).toBe(chest);
    expect(drawn({ card: "constructor.name" })).toBe(chance);
  });
});
