// Copying what is shown; that it is done is said aloud, too.

import { announce } from "./announce.js";

/** @returns {Promise<boolean>} whether the text is on the clipboard; a browser may forbid it */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied.");
    return true;
  } catch {
    announce("The browser does not allow copying here.");
    return false;
  }
}
