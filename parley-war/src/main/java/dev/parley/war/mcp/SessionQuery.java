package dev.parley.war.mcp;

import dev.parley.war.grant.Grant;

/**
 * A request's claim to a session: its id, and the endpoint it was shown at.
 *
 * @param path the endpoint's path below the context
 * @param forwarded whether another node sent the request, which then goes to no third one
 * @param grant the rights of the caller
 */
record SessionQuery(
    McpEndpoint endpoint, String path, String sessionId, boolean forwarded, Grant grant) {

  /** The key in the storage: the same id at two endpoints is two sessions. */
  String key() {
    return path + " " + sessionId;
  }
}
