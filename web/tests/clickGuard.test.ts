/** Controls that have just appeared ignore clicks. */
import { afterEach, expect, test, vi } from "vitest";
import { READY_AFTER, guardClicks } from "../src/platform/clickGuard";

afterEach(() => vi.useRealTimers());

test("controls become ready even if the browser cannot check whether they are visible", () => {
  vi.useFakeTimers();
  document.body.innerHTML = "<section><button>Roll</button></section>";
  const button = document.querySelector("button")!;
  Object.defineProperty(button, "checkVisibility", { value: undefined }); // Safari before 17.4
  const stop = guardClicks(document.querySelector("section")!);
  expect(button.hasAttribute("data-unready")).toBe(true);
  vi.advanceTimersByTime(READY_AFTER + 1);
  expect(button.hasAttribute("data-unready")).toBe(false);
  stop?.();
});
