// Notifications of the browser, and a sound, for what begins to wait. Both are off until a person wants them.

import { announce } from "./announce.js";
import { keep, kept } from "./storage.js";

const MOST = 3;
const LONGEST = 160;
const TONE = { hertz: 660, seconds: 0.18, volume: 0.08 };

export const canNotify = () => "Notification" in globalThis;

export const notifies = () => canNotify() && Notification.permission === "granted" && kept("notify") === "yes";

/** True where the person has forbidden it for good. */
export const isForbidden = () => canNotify() && Notification.permission === "denied";

/** Asks the browser where that is needed. */
export async function setNotifies(on) {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  keep("notify", allowed ? "yes" : null);
}

export const sounds = () => kept("sound") === "yes";

export function setSounds(on) {
  keep("sound", on ? "yes" : null);
  if (on) sound();
}

const WORDS = {
  question: "asks",
  message: "wrote to you",
  mention: "mentioned you",
  review: "asks you for a review",
  task: "has a task for you",
  permission: "asks for permission",
};

export const sentence = ({ kind, from }) => `${from} ${WORDS[kind] ?? "waits for you"}`;

/** Says that `items` wait since now; a click opens the list. */
export function notify(items, open) {
  if (sounds()) sound();
  if (!document.hidden && document.hasFocus()) {
    announce(items.length > MOST ? `${items.length} more wait for you` : items.map(sentence).join(". "));
    return;
  }
  if (!notifies()) return;
  if (items.length > MOST) show(`${items.length} more wait for you`, "", "parley-waiting", open);
  else for (const item of items) show(sentence(item), item.text.slice(0, LONGEST), item.id, open);
}

function show(title, body, tag, open) {
  try {
    const shown = new Notification(title, { body, tag, icon: new URL("../favicon.svg", import.meta.url).href });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  } catch {
    // Browsers of phones let only a service worker notify.
  }
}

let audio = null;

function sound() {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = TONE.hertz;
    volume.gain.setValueAtTime(TONE.volume, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE.seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + TONE.seconds);
  } catch {
    // No sound device, or none that a page may use.
  }
}
