package dev.parley.bridge;

import org.jspecify.annotations.Nullable;

/** One MCP session with the server. Compared by identity: a new session is another one. */
final class ServerSession {
  private final @Nullable String id;
  private final String protocolVersion;

  ServerSession(@Nullable String id, String protocolVersion) {
    this.id = id;
    this.protocolVersion = protocolVersion;
  }

  /** The header lines that put a request into this session. */
  String headers() {
    StringBuilder lines = new StringBuilder(96);
    if (id != null) {
      lines.append("Mcp-Session-Id: ").append(id).append("\r\n");
    }
    return lines.append("MCP-Protocol-Version: ").append(protocolVersion).append("\r\n").toString();
  }

  /** Returns true if the server keeps anything that could be ended. */
  boolean isKept() {
    return id != null;
  }
}
