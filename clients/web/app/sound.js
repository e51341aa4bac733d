// The sounds of the game, made by the browser; silent until the player asks for them.

import { saved } from "./saved.js";

/** Each of parts: a wave, or noise around a pitch; hertz at first and at last; when it begins and how long it sounds, in seconds; its part of the volume. */
const SOUNDS = /** @type {const} */ ({
  turn: [["triangle", 660, 660, 0, 0.1, 0.6]],
  puck: [["noise", 900, 500, 0, 0.02, 2]],
  shot: [["noise", 2600, 900, 0, 0.03, 2], ["triangle", 190, 80, 0, 0.05, 1]],
  save: [["noise", 420, 180, 0, 0.09, 2], ["sine", 130, 60, 0, 0.12, 1]],
  post: [["sine", 1480, 1470, 0, 0.3, 0.8], ["sine", 2340, 2330, 0, 0.22, 0.5], ["sine", 3710, 3700, 0, 0.12, 0.3]],
  boards: [["noise", 260, 120, 0, 0.06, 3], ["triangle", 95, 60, 0.01, 0.1, 1]],
  whistle: [["square", 2350, 2350, 0, 0.3, 0.15], ["square", 2430, 2430, 0, 0.3, 0.15]],
  goal: [["sawtooth", 233, 233, 0.3, 1.1, 1.1], ["sawtooth", 294, 294, 0.3, 1.1, 0.9], ["sawtooth", 350, 350, 0.32, 1.1, 0.9]], // when the card has landed
  against: [["sawtooth", 156, 150, 0.3, 0.6, 1], ["sawtooth", 185, 178, 0.3, 0.6, 0.8]],
  over: [["sawtooth", 466, 466, 0, 1.4, 0.7], ["sawtooth", 471, 471, 0, 1.4, 0.7]],
});
/** With some of them the phone vibrates: milliseconds on, off, on; a goal as it sounds. */
const VIBRATIONS = /** @type {Partial<Record<Sound, number[]>>} */ ({ goal: [0, 300, 150, 60, 150, 60, 300], against: [0, 300, 250], post: [40] });
const VOLUME = 0.12;
const MOST_FADING_S = 0.12;
/** Overtones above this multiple of its pitch are not heard. */
const DULL = 4;
/** @typedef {keyof typeof SOUNDS} Sound */
/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let noise;

/** Browsers let a page sound only after a touch, and iOS pauses it again, as after a call. */
function wake() {
  if (!saved.settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
}

for (const touch of ["pointerdown", "keydown"]) globalThis.addEventListener?.(touch, wake, { capture: true, passive: true });

/** A second of noise. @param {AudioContext} audio */
function hiss({ sampleRate }) {
  const buffer = new AudioBuffer({ length: sampleRate, sampleRate });
  buffer.copyToChannel(Float32Array.from({ length: sampleRate }, () => 2 * Math.random() - 1), 0);
  return buffer;
}

/** @param {Sound} kind */
export function play(kind) {
  if (!saved.settings.sound) return;
  const vibration = VIBRATIONS[kind];
  if (vibration) navigator.vibrate?.(vibration);
  wake();
  if (!audio) return;
  for (const [wave, from, to, after, seconds, part] of SOUNDS[kind]) {
    const start = audio.currentTime + after;
    const end = start + seconds;
    const isNoise = wave === "noise";
    const source = isNoise ? new AudioBufferSourceNode(audio, { buffer: (noise ??= hiss(audio)), loop: true }) : new OscillatorNode(audio, { type: wave });
    const filter = new BiquadFilterNode(audio, { type: isNoise ? "bandpass" : "lowpass" });
    if (source instanceof OscillatorNode) glide(source.frequency, from, to, start, end);
    glide(filter.frequency, isNoise ? from : DULL * from, isNoise ? to : DULL * to, start, end);
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setTargetAtTime(VOLUME * part, start, 0.004);
    volume.gain.setTargetAtTime(0, end, Math.min(MOST_FADING_S, seconds / 2));
    source.connect(filter).connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(end + 8 * MOST_FADING_S);
  }
}

/** @param {AudioParam} pitch @param {number} from @param {number} to @param {number} start @param {number} end */
function glide(pitch, from, to, start, end) {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
}
