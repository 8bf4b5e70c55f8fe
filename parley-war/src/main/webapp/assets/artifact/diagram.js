// A diagram, drawn by Mermaid in a frame that has an origin of its own, no network and nothing of the page.
// Only its source goes in, and only its height comes out.

/** Milliseconds. */
const TOO_LONG = 10_000;
const LONGEST = 20_000;
const HIGHEST = 3000;

const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

/**
 * The source, and above it the drawing as soon as there is one.
 *
 * @param {HTMLElement} pre shows the source
 * @param {string} source
 */
export function diagram(pre, source) {
  const figure = document.createElement("figure");
  figure.className = "diagram";
  const note = document.createElement("p");
  note.className = "quiet diagram-note";
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Source of the diagram";
  details.append(summary, pre);
  details.open = true;
  figure.append(note, details);
  if (source.length > LONGEST) note.textContent = "The diagram is too long to be drawn.";
  else draw(figure, note, details, source);
  return figure;
}

function draw(figure, note, details, source) {
  const frame = document.createElement("iframe");
  frame.className = "diagram-frame";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.title = "Diagram";
  frame.height = "40"; // one without height is not run by every browser
  frame.src = new URL("./frame.html", import.meta.url).href;
  note.textContent = "Drawing the diagram …";
  let isDrawn = false;
  const end = (words) => {
    clearTimeout(timer);
    removeEventListener("message", hear);
    frame.remove();
    details.open = true;
    note.hidden = false;
    note.textContent = words;
  };
  const timer = setTimeout(() => end("The diagram took too long to draw. This is its source."), TOO_LONG);
  const hear = ({ source: sender, origin, data }) => {
    if (!frame.isConnected) {
      if (isDrawn) removeEventListener("message", hear);
      return;
    }
    if (sender !== frame.contentWindow || origin !== "null") return;
    if (data?.kind === "ready") {
      sender.postMessage({ source, dark: isDark() }, "*");
    } else if (data?.kind === "failed") {
      end("The diagram could not be drawn. This is its source.");
    } else if (data?.kind === "drawn" && Number.isFinite(data.height)) {
      clearTimeout(timer);
      frame.height = String(Math.min(HIGHEST, Math.max(1, Math.ceil(data.height))));
      note.hidden = true;
      if (!isDrawn) details.open = false;
      isDrawn = true;
    }
  };
  addEventListener("message", hear);
  figure.prepend(frame);
}
