package dev.parley.war.mcp;

import dev.parley.war.wire.McpError;
import java.net.URI;
import java.util.Optional;

/** The place of a session: this node, another one, or none that can be reached. */
sealed interface SessionLocation {

  /** Returns the session where it is on this node. */
  default Optional<McpSession> local() {
    return Optional.empty();
  }

  /** Returns the location of a session that this node has or nobody knows. */
  static SessionLocation of(Optional<McpSession> local) {
    return local.isPresent() ? new Local(local.get()) : new Refused(McpError.SESSION_UNKNOWN);
  }

  /** A session on this node. */
  record Local(McpSession session) implements SessionLocation {
    @Override
    public Optional<McpSession> local() {
      return Optional.of(session);
    }
  }

  /** A session on another node, whose address is {@code owner}. */
  record Remote(URI owner) implements SessionLocation {}

  /** A session that no node can answer for, and the error for its client. */
  record Refused(McpError error) implements SessionLocation {}
}
