// Short tones, made by the browser; silent until the player asks for them.

import { saved } from "./saved.js";

/** Hertz, one tone after the other. */
const TONES = /** @type {const} */ ({ turn: [660], goal: [523, 659, 784, 1047], against: [392, 330, 262], over: [523, 659, 784, 659, 1047] });
const LENGTH_S = 0.13;
const VOLUME = 0.12;
/** @type {AudioContext | undefined} */
let audio;

/** Browsers let a page sound only after a touch, and iOS pauses it again, as after a call. */
function wake() {
  if (!saved.settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
}

for (const touch of ["pointerdown", "keydown"]) globalThis.addEventListener?.(touch, wake, { capture: true, passive: true });

/** @param {keyof typeof TONES} kind */
export function play(kind) {
  if (!saved.settings.sound) return;
  wake();
  if (!audio) return;
  const { currentTime, destination } = audio;
  TONES[kind].forEach((pitch, place) => {
    if (!audio) return;
    const start = currentTime + place * LENGTH_S;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setTargetAtTime(VOLUME, start, 0.01);
    volume.gain.setTargetAtTime(0, start + LENGTH_S, 0.06);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + LENGTH_S + 0.4);
  });
}
