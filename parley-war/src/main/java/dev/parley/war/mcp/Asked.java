package dev.parley.war.mcp;

/**
 * A request for a session.
 *
 * @param endpoint where it was asked for
 * @param path that endpoint's path below the context
 * @param sessionId what the client showed
 * @param byANode whether another node asks, and so knows of no other to ask
 */
record Asked(McpEndpoint endpoint, String path, String sessionId, boolean byANode) {

  /** The same session id at two endpoints would be two sessions. */
  String key() {
    return path + " " + sessionId;
  }
}
