package dev.parley.war;

import dev.parley.war.mcp.McpEndpoint;
import dev.parley.war.mcp.SelectedServer;
import dev.parley.war.settings.Version;
import dev.parley.war.tool.ServerFacts;
import dev.parley.war.tool.ToolSelection;
import dev.parley.war.tool.ToolServer;
import dev.parley.war.tool.ToolSet;
import dev.parley.war.wire.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The servers of the tool sets that clients choose together at one endpoint. Each starts when it is
 * first asked for, and there are no more than there are combinations of sets.
 */
final class SelectedTools implements Function<String, SelectedServer> {
  private final McpEndpoint endpoint;
  private final ServerFacts facts;
  private final int openCalls;
  private final Map<String, SelectedServer> started = new ConcurrentHashMap<>();

  SelectedTools(McpEndpoint endpoint, ServerFacts facts, int openCalls) {
    this.endpoint = endpoint;
    this.facts = facts;
    this.openCalls = openCalls;
  }

  /**
   * Returns the server of the sets of {@code names}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where one of them is no set
   */
  @Override
  public SelectedServer apply(String names) {
    ToolSet set = ToolSelection.of(names);
    return started.computeIfAbsent(set.name(), name -> start(set));
  }

  private SelectedServer start(ToolSet set) {
    SelectedServer server = new SelectedServer(endpoint);
    ToolServer.start(server, facts, Json.mapper(), Version.text(), set, openCalls);
    return server;
  }
}
