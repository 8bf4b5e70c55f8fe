package dev.parley.war.wire;

import dev.parley.agent.Connection;
import dev.parley.war.grant.Grant;
import io.modelcontextprotocol.common.McpTransportContext;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The session of a tool call, which the transport hands to the tool.
 *
 * @param connection the connection the call came over
 * @param grant the rights the call came with
 * @param address the address the session was opened at, as its client wrote it; without the
 *     endpoint's path
 * @param whenNotReceived takes what is to be run where the client does not get the answer
 * @param answers hears of the answer
 */
public record CallContext(
    Connection connection,
    Grant grant,
    URI address,
    Consumer<Runnable> whenNotReceived,
    AnswerListener answers) {
  private static final String KEY = "parley.call";

  /** A listener for the answers of tools. */
  @FunctionalInterface
  public interface AnswerListener {
    /**
     * Called before the answer of {@code tool} leaves.
     *
     * @param offers whether it says something of messages
     * @return a sentence for the model to put beside it
     */
    Optional<String> answered(String tool, boolean offers);
  }

  /** Returns the context as the MCP SDK carries it to the tool. */
  public McpTransportContext carried() {
    return McpTransportContext.create(Map.of(KEY, this));
  }

  /** Returns what {@link #carried} put into a context; empty where nothing was put. */
  public static Optional<CallContext> in(McpTransportContext context) {
    return Optional.ofNullable((CallContext) context.get(KEY));
  }
}
