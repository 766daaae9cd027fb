import { beforeEach, describe, expect, it } from "vitest";
import { storedSettings } from "../src/platform/settings.svelte";

beforeEach(() => localStorage.clear());

describe("settings", () => {
  const fresh = storedSettings();

  it("are saved field by field, with defaults for invalid values", () => {
    const bad = {
      language: "__proto__",
      motion: "banana",
      volumes: null,
      volume: 7,
      theme: 1,
      opponents: [7],
    };
    const good = { name: "Ann", opponents: ["Uma"] };
    localStorage.setItem("passgo.settings", JSON.stringify({ ...bad, sound: "on", ...good }));
    expect(storedSettings()).toEqual({ ...fresh, ...good });
  });

  it.each(["null", "7", "[]", "{", '"x"'])("have their defaults if %s is stored", (stored) => {
    localStorage.setItem("passgo.settings", stored);
    expect(storedSettings()).toEqual(fresh);
  });
});
