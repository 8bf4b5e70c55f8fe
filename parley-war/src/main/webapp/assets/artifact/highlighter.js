// A worker of the classic kind, as the library is a script. What it makes of a text leaves as words and the
// names of what they are, never as markup.

importScripts("../lib/highlight.min.js");
postMessage({ isReady: true });

const PART = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+/g;
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

onmessage = ({ data: { text, language } }) => {
  const isKnown = hljs.getLanguage(language) !== undefined;
  postMessage({ lines: isKnown ? linesOf(hljs.highlight(text, { language, ignoreIllegals: true }).value) : null });
};

/** The lines of what the library made, each as pairs of a kind and its text. */
function linesOf(made) {
  const lines = [[]];
  const kinds = [""];
  const add = (text) => {
    const kind = kinds.at(-1);
    text.split("\n").forEach((piece, i) => {
      if (i > 0) lines.push([]);
      const line = lines.at(-1);
      if (!piece) return;
      if (line.at(-1)?.[0] === kind) line.at(-1)[1] += piece;
      else line.push([kind, piece]);
    });
  };
  for (const [part, names, sign] of made.matchAll(PART)) {
    if (names !== undefined) kinds.push(/hljs-([a-z_-]+)/.exec(names)?.[1] ?? kinds.at(-1));
    else if (part === "</span>") kinds.pop();
    else add(sign ? SIGNS[sign] : part);
  }
  return lines;
}
