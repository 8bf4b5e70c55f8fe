// How an agent gets to this server.

const base = new URL("..", import.meta.url).href.replace(/\/$/, "");

export const mcpAddress = `${base}/mcp`;

const USUAL = "http://127.0.0.1:7539/mcp";

/** A word of a shell. */
const quoted = (word) => (/^[\w./:\\-]+$/.test(word) ? word : `"${word.replace(/(["$`])/g, "\\$1")}"`);

/** The line that adds this server to Claude Code, from any folder. */
export function claudeLine({ file, needsToken }) {
  if (!file) {
    // in single quotes: the client puts the token in, and no command line shows it
    const header = needsToken ? " --header 'Authorization: Bearer ${PARLEY_TOKEN}'" : "";
    return `claude mcp add --transport http parley ${mcpAddress}${header}`;
  }
  const token = needsToken ? " -e PARLEY_TOKEN_FILE=YOUR_TOKEN_FILE" : "";
  const url = mcpAddress === USUAL ? "" : ` --url ${mcpAddress}`;
  return `claude mcp add parley${token} -- java -jar ${quoted(file)} mcp${url}`;
}
