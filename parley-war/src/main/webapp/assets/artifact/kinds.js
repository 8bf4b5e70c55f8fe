// The kind of an artifact, by its name, its type and how it begins: a diff, code, a diagram, or a document.

/** The languages of `lib/highlight.min.js`, by the endings of file names. */
const LANGUAGES = {
  bash: "bash", c: "c", cc: "cpp", cpp: "cpp", cs: "csharp", css: "css", cxx: "cpp", diff: "diff", go: "go",
  gradle: "kotlin", graphql: "graphql", h: "cpp", hpp: "cpp", html: "xml", ini: "ini", java: "java", js: "javascript",
  json: "json", jsx: "javascript", kt: "kotlin", kts: "kotlin", less: "less", lua: "lua", m: "objectivec", mjs: "javascript",
  patch: "diff", php: "php", pl: "perl", properties: "ini", py: "python", r: "r", rb: "ruby", rs: "rust", scss: "scss",
  sh: "bash", sql: "sql", svg: "xml", swift: "swift", toml: "ini", ts: "typescript", tsx: "typescript", vb: "vbnet",
  wat: "wasm", xml: "xml", yaml: "yaml", yml: "yaml",
};

/** The endings of files that Mermaid draws. */
const DIAGRAMS = new Set(["mmd", "mermaid"]);

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const BEGINS_AS_DIFF = /^\s*(?:diff |--- |index: |@@ -)/i;
const FENCE = /^\s{0,3}(?:```|~~~)/m;

const endingOf = (name) => /\.([a-z0-9]+)$/.exec(name.trim().toLowerCase())?.[1] ?? "";

/** The language of a file by its name; null where nothing is known of it. */
export function languageOf(name) {
  const ending = endingOf(name);
  if (Object.hasOwn(LANGUAGES, ending)) return LANGUAGES[ending];
  return /(?:^|\/)makefile$/i.test(name.trim()) ? "makefile" : null;
}

/**
 * @param {{name: string, type: string, content: string}} artifact
 * @returns {{kind: "diff"|"code"|"diagram"|"document", language: ?string, isPlain: boolean}} a
 *     document is plain where it holds no block of code
 */
export function kindOf({ name, type, content }) {
  const language = languageOf(name);
  const mayBeDiff = language === "diff" || (type === "pr" && BEGINS_AS_DIFF.test(content));
  if (mayBeDiff && HUNK.test(content)) return { kind: "diff", language: null, isPlain: false };
  if (DIAGRAMS.has(endingOf(name))) return { kind: "diagram", language: null, isPlain: false };
  if (language !== null) return { kind: "code", language, isPlain: false };
  return { kind: "document", language: null, isPlain: !FENCE.test(content) };
}
