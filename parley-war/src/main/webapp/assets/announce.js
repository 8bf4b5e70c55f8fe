// One polite live region: it gathers what it is told and speaks at most every few seconds.

const SOON = 300;
const PAUSE = 5000;

let waiting = [];
let timer = 0;
let spoken = 0;

export function announce(text) {
  if (document.hidden) return;
  waiting.push(text);
  timer ||= setTimeout(speak, Math.max(SOON, spoken + PAUSE - performance.now()));
}

function speak() {
  const place = document.getElementById("announce");
  if (place) place.textContent = waiting.length > 2 ? `${waiting.length} new messages` : waiting.join(". ");
  waiting = [];
  timer = 0;
  spoken = performance.now();
}
