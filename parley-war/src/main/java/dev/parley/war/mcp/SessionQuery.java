package dev.parley.war.mcp;

import dev.parley.agent.ConnectionTrait;
import java.util.Set;

/**
 * A request's claim to a session: its id, and the endpoint it was shown at.
 *
 * @param path the endpoint's path below the context
 * @param forwarded whether another node sent the request, which then goes to no third one
 * @param traits the properties that its credential gives the connection of the session
 */
record SessionQuery(
    McpEndpoint endpoint,
    String path,
    String sessionId,
    boolean forwarded,
    Set<ConnectionTrait> traits) {

  /** The key in the storage: the same id at two endpoints is two sessions. */
  String key() {
    return path + " " + sessionId;
  }
}
