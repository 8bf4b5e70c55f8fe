package dev.parley.war.tool;

import dev.parley.message.Unread;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InternalFault;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.ResultFields;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Offers tools through the MCP SDK's dispatch, with every refusal in the one shape. */
public final class ToolServer {
  private static final System.Logger LOG = System.getLogger(ToolServer.class.getName());

  /** Under this the context of a call has the transport's {@code Consumer<Runnable>}. */
  private static final String WHEN_NOT_RECEIVED = "parley.when-not-received";

  private final Function<String, Optional<Caller>> callers;
  private final Result results;
  private final OpenCalls calls;

  private ToolServer(Function<String, Optional<Caller>> callers, Result results, OpenCalls calls) {
    this.calls = calls;
    this.callers = callers;
    this.results = results;
  }

  /**
   * Starts a server on {@code endpoint}.
   *
   * @param callers who is behind an MCP session id
   * @param openCalls the calls of one session that are not answered yet
   */
  public static McpAsyncServer start(
      McpStreamableServerTransportProvider endpoint,
      Function<String, Optional<Caller>> callers,
      McpJsonMapper mapper,
      String version,
      ToolSet set,
      int openCalls) {
    Result results = new Result(value -> write(mapper, value));
    ToolServer server = new ToolServer(callers, results, new OpenCalls(openCalls));
    return McpServer.async(endpoint)
        .serverInfo(Implementation.builder("parley", version).title("Parley").build())
        .instructions(Instructions.of(set))
        .capabilities(
            ServerCapabilities.builder()
                .tools(false)
                .experimental(Map.of("claude/channel", Map.of()))
                .build())
        .jsonMapper(mapper)
        .jsonSchemaValidator(new Trusting())
        .validateToolInputs(false)
        .tools(set.tools().stream().map(server::specification).toList())
        .build();
  }

  private AsyncToolSpecification specification(ToolDefinition tool) {
    return AsyncToolSpecification.builder()
        .tool(tool.description())
        .callHandler(
            (exchange, request) ->
                Mono.defer(() -> call(tool, exchange, request))
                    .onErrorResume(failure -> Mono.just(refusal(tool, failure))))
        .build();
  }

  /** Where nobody wants the answer any more, what the tool waits for is cancelled. */
  private Mono<CallToolResult> call(
      ToolDefinition tool, McpAsyncServerExchange exchange, CallToolRequest request) {
    Caller caller =
        callers
            .apply(exchange.sessionId())
            .orElseThrow(() -> new ParleyException(new ConnectionClosed()));
    Map<String, Object> given = request.arguments();
    calls.begin(exchange.sessionId());
    return answer(tool, caller, given == null ? Map.of() : given)
        .doFinally(how -> calls.end(exchange.sessionId()))
        .map(
            fields -> {
              whenNotReceived(exchange, fields.whenNotReceived());
              return results.of(withUnread(fields, caller));
            });
  }

  /** The transport runs {@code undo} where it finds out that its client has no answer. */
  @SuppressWarnings("unchecked")
  private static void whenNotReceived(McpAsyncServerExchange exchange, Runnable undo) {
    if (exchange.transportContext().get(WHEN_NOT_RECEIVED) instanceof Consumer<?> transport) {
      ((Consumer<Runnable>) transport).accept(undo);
    }
  }

  /** Whatever the tool throws is an answer that failed, so that each call that begins ends. */
  private static Mono<ResultFields> answer(
      ToolDefinition tool, Caller caller, Map<String, Object> given) {
    return Mono.defer(() -> Mono.fromCompletionStage(tool.call(caller, given)));
  }

  /** Most clients show their model no pushes, so every answer says that something waits. */
  private static ResultFields withUnread(ResultFields fields, Caller caller) {
    Unread unread = caller.connection().unread();
    return unread.isNone()
        ? fields
        : fields.and(
            "unread",
            ResultFields.none()
                .and("direct", unread.direct())
                .and("mentions", unread.mentions())
                .map());
  }

  private CallToolResult refusal(ToolDefinition tool, Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    if (cause instanceof ParleyException refused) {
      return results.of(refused.problem(), tool.whenRefused());
    }
    String incident = UUID.randomUUID().toString();
    LOG.log(System.Logger.Level.ERROR, "Incident " + incident, cause);
    return results.of(new InternalFault(incident), tool.whenRefused());
  }

  private static String write(McpJsonMapper mapper, Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Inputs are checked by the handlers, in our own words; outputs are typed where they are made.
   */
  private static final class Trusting implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
      return ValidationResponse.asValid("");
    }
  }
}
