package dev.parley.war;

import dev.parley.war.mcp.McpEndpoint;
import dev.parley.war.tool.Caller;
import dev.parley.war.tool.ServerAddress;
import java.util.Optional;

/**
 * Who is behind the sessions of an endpoint, as the tools see them.
 *
 * @param endpoint whose sessions they are
 * @param hasPage whether this deployment has a page for people
 * @param instance what the deployer calls it
 * @param answerBytes the bytes of one answer that lists something
 */
record Callers(McpEndpoint endpoint, boolean hasPage, Optional<String> instance, int answerBytes) {

  /** The caller behind an MCP session id. */
  Optional<Caller> behind(String sessionId) {
    return endpoint
        .connection(sessionId)
        .map(
            connection ->
                new Caller(
                    connection,
                    new ServerAddress(endpoint.address(sessionId), hasPage, instance),
                    answerBytes));
  }
}
