package dev.parley.war.mcp;

import dev.parley.war.wire.McpError;
import java.net.URI;
import java.util.Optional;

/**
 * Where a session is: here, or at the node that is to be asked, or neither and {@code refusal} says
 * why.
 */
record Located(Optional<McpSession> session, Optional<URI> owner, Optional<McpError> refusal) {

  static Located here(McpSession session) {
    return new Located(Optional.of(session), Optional.empty(), Optional.empty());
  }

  static Located at(URI owner) {
    return new Located(Optional.empty(), Optional.of(owner), Optional.empty());
  }

  static Located refused(McpError refusal) {
    return new Located(Optional.empty(), Optional.empty(), Optional.of(refusal));
  }
}
