/** Loads the faces of the bot characters once, and only if a bot is shown. */
import type { Component } from "svelte";

class Faces {
  /** The component with the drawings, once it has been loaded. */
  defs = $state.raw<Component | null>(null);
  private asked = false;

  show(): void {
    if (this.asked) return;
    this.asked = true;
    void import("./FaceDefs.svelte").then((loaded) => (this.defs = loaded.default));
  }
}

export const faces = new Faces();
export const showFaces = (): void => faces.show();
