import { html } from "./lib/lit-html/lit-html.js";

// Drawn on a grid of 24, as lines.
const LINES = {
  now: "M3 12h4l3-7 4 14 3-7h4",
  rooms: "M4 5h16v11H10l-5 4v-4H4z",
  board: "M4 4h4v16H4zM10 4h4v10h-4zM16 4h4v13h-4z",
  artifacts: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  sessions: "M12 7v5l3 2M4.500 9a8 8 0 1 1-.4 4.500M4 5v4h4",
  team: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-3.500 2.500-5.500 6-5.500s6 2 6 5.500M16 5.500a3 3 0 0 1 0 5.200M17.500 14.800c2.200.7 3.500 2.500 3.500 5.200",
  memory: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6",
  health: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  access: "M8 15a5 5 0 1 1 4.600-3L21 12v4h-3v3h-3v-3l-2.400-2M8 10v.2",
  audit: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  inbox: "M4 13l3-9h10l3 9v7H4zM4 13h5l1.500 3h3l1.500-3h5",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
  more: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  reply: "M10 6L4 11l6 5v-3.500c4 0 7 1 10 5-.5-6-4-9.500-10-9.500z",
  send: "M4 12l16-8-5 16-3.500-6.500z",
  back: "M14 6l-6 6 6 6",
  next: "M10 6l6 6-6 6",
  move: "M4 12h15M13 6l6 6-6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.500-6.500 8-6.500s8 2.500 8 6.500",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.400-1 .8-1 1.700M12 16.500v.2",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  start: "M18 6l-9 6 9 6zM6 6v12",
  check: "M5 13l4 4L19 7",
  change: "M12 8v5M12 16.500v.2M12 3l9.500 17h-19z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  block: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.800 5.800l12.400 12.400",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  focus: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3",
  hash: "M9 4L7 20M17 4l-2 16M4 9h16M4 15h16",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  compare: "M4 4h6v16H4zM14 4h6v16h-6z",
  talk: "M4 4h12v9H9l-4 3v-3H4zM16 8h4v9h-1v3l-4-3H9v-4",
};

export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path d=${LINES[name]}></path>
</svg>`;
