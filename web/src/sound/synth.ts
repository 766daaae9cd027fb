/** Short, soft sounds made of tones and filtered noise, without sound files. */
import type { Kind } from "./kinds";

interface Tone {
  /** The pitch in hertz, and the pitch it glides to. */
  pitch: number;
  to?: number;
  at?: number;
  length: number;
  loud: number;
  shape?: OscillatorType;
}

interface Noise {
  at?: number;
  length: number;
  loud: number;
  /** The center frequency of the filter, in hertz. */
  middle: number;
  sharp?: number;
}

interface Recipe {
  tones?: Tone[];
  noises?: Noise[];
}

const chime = (pitches: number[], gap: number, length: number, loud: number): Tone[] =>
  pitches.map((pitch, place) => ({ pitch, at: place * gap, length, loud, shape: "sine" as const }));

const RECIPES: Record<Kind, Recipe> = {
  turn: { tones: chime([587, 880], 0.12, 0.5, 0.22) },
  dice: {
    noises: [0, 0.09, 0.16, 0.3, 0.37, 0.5].map((at, place) => ({
      at,
      length: 0.05,
      loud: 0.5 - place * 0.05,
      middle: 1900 + (place % 3) * 700,
      sharp: 3,
    })),
  },
  step: { noises: [{ length: 0.04, loud: 0.3, middle: 900, sharp: 5 }] },
  go: { tones: chime([523, 659, 784], 0.09, 0.55, 0.18) },
  money: {
    tones: chime([1568, 2093], 0.06, 0.18, 0.08),
    noises: [{ length: 0.12, loud: 0.08, middle: 5200, sharp: 1 }],
  },
  card: { noises: [{ length: 0.16, loud: 0.22, middle: 3200, sharp: 0.8 }] },
  build: {
    noises: [0, 0.14].map((at) => ({ at, length: 0.05, loud: 0.45, middle: 700, sharp: 4 })),
    tones: [0, 0.14].map((at) => ({ pitch: 196, to: 150, at, length: 0.08, loud: 0.25 })),
  },
  bid: { tones: [{ pitch: 440, to: 523, length: 0.14, loud: 0.16, shape: "triangle" }] },
  hammer: {
    tones: [0, 0.18].map((at) => ({ pitch: 160, to: 90, at, length: 0.12, loud: 0.5 })),
    noises: [0, 0.18].map((at) => ({ at, length: 0.04, loud: 0.4, middle: 1200, sharp: 2 })),
  },
  bankrupt: { tones: chime([392, 330, 262, 196], 0.18, 0.5, 0.16) },
  win: { tones: chime([523, 659, 784, 1047, 784, 1047], 0.13, 0.6, 0.16) },
};

/**
 * The audio output, created on the first user gesture because browsers don't allow sound earlier.
 */
export class Synth {
  private readonly context = new AudioContext();
  private readonly hiss = this.makeNoise();

  resume(): void {
    if (this.context.state === "suspended") void this.context.resume();
  }

  /** Play a kind of sound, `delay` seconds from now. */
  play(kind: Kind, volume: number, delay = 0): void {
    if (volume <= 0 || this.context.state !== "running") return;
    const start = this.context.currentTime + delay + 0.005;
    const { tones = [], noises = [] } = RECIPES[kind];
    for (const tone of tones) this.tone(tone, start, volume);
    for (const noise of noises) this.noise(noise, start, volume);
  }

  private tone(
    { pitch, to = pitch, at = 0, length, loud, shape = "sine" }: Tone,
    start: number,
    volume: number,
  ): void {
    const source = new OscillatorNode(this.context, { type: shape, frequency: pitch });
    source.frequency.exponentialRampToValueAtTime(to, start + at + length);
    this.shaped(source, start + at, length, loud * volume);
  }

  private noise(
    { at = 0, length, loud, middle, sharp = 1 }: Noise,
    start: number,
    volume: number,
  ): void {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.hiss });
    const filter = new BiquadFilterNode(this.context, {
      type: "bandpass",
      frequency: middle,
      Q: sharp,
    });
    source.connect(filter);
    this.shaped(source, start + at, length, loud * volume, filter);
  }

  /** Apply a quick rise and a soft fall, to avoid clicks. */
  private shaped(
    source: AudioScheduledSourceNode,
    at: number,
    length: number,
    loud: number,
    last: AudioNode = source,
  ): void {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    last.connect(gain).connect(this.context.destination);
    source.start(at);
    source.stop(at + length + 0.02);
  }

  private makeNoise(): AudioBuffer {
    const { sampleRate } = this.context;
    const buffer = new AudioBuffer({ length: sampleRate / 2, sampleRate });
    const data = buffer.getChannelData(0);
    for (let place = 0; place < data.length; place++) data[place] = Math.random() * 2 - 1;
    return buffer;
  }
}
