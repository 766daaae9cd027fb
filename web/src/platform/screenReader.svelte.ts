/** What screen readers announce. The page has one voice; it speaks in the topmost sheet, since everything else is inert. */
import { untrack } from "svelte";

type AnnounceTarget = (text: string) => void;

/** The question to one of this browser's seats; the same words for another decision are asked again. */
export interface Question {
  decision: number;
  text: string;
}

class Voice {
  question = $state.raw<Question | null>(null);
  /** Why the player is called: it is their turn, there is rent to ask for, or nothing. */
  call = $state<"" | "turn" | "rent">("");
  /** The newest offer to one of this browser's seats; 0 is none. */
  offer = $state(0);
  private targets: AnnounceTarget[] = [];
  /** Says what happened before and has not been said yet. */
  private catchUp = () => {};

  /** Speak here from now on; returns how to stop. */
  speakThrough(target: AnnounceTarget): () => void {
    this.targets = [...this.targets, target];
    return () => (this.targets = this.targets.filter((one) => one !== target));
  }

  say(text: string): void {
    // Untracked: an effect that speaks does not depend on what was said before.
    if (!text) return;
    untrack(() => {
      this.catchUp();
      this.targets.at(-1)?.(text);
    });
  }

  /** Let somebody say what is still to be said whenever something else is about to be; returns how to stop. */
  after(catchUp: () => void): () => void {
    this.catchUp = catchUp;
    return () => (this.catchUp = () => {});
  }

  /** What is asked now; "" is nothing. */
  ask(text: string, decision: number, call: "turn" | "rent"): void {
    this.question = text ? { decision, text } : null;
    this.call = text ? call : "";
  }

  /** There is no game any more. */
  rest(): void {
    this.question = null;
    this.call = "";
    this.offer = 0;
  }
}

export const voice = new Voice();
