/** Loads the faces of the bot characters once, and only if a bot is shown. */
import type { Component } from "svelte";

class Faces {
  /** The component with the drawings, once it has been loaded. */
  defs = $state.raw<Component | null>(null);
  private asked = false;

  show(): void {
    if (this.asked) return;
    this.asked = true;
    // The board comes first: the faces are loaded once it has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => void this.load()));
  }

  private async load(): Promise<void> {
    this.defs = (await import("./FaceDefs.svelte")).default;
  }
}

export const faces = new Faces();
export const showFaces = (): void => faces.show();
