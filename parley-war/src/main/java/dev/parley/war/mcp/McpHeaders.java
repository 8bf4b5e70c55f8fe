package dev.parley.war.mcp;

/** Names of HTTP headers that MCP defines. */
final class McpHeaders {
  /** Names the session of a request. */
  static final String SESSION_ID = "Mcp-Session-Id";

  /** Names the version of the protocol that a request is written in. */
  static final String VERSION = "MCP-Protocol-Version";

  private McpHeaders() {}
}
