package dev.parley.war.tool;

import dev.parley.engine.logging.Masking;
import dev.parley.message.Unread;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.InternalFault;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.wire.CallContext;
import dev.parley.war.wire.LookupTime;
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
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/** Offers tools through the MCP SDK's dispatch, with every refusal in the one shape. */
public final class ToolServer {
  private static final System.Logger LOG = System.getLogger(ToolServer.class.getName());

  /** The tools by which an agent does more than talk. */
  private static final Set<String> WORK =
      Set.of(
          "create_task",
          "update_task",
          "claim_task",
          "claim_next_task",
          "release_claim",
          "post_artifact",
          "request_review",
          "submit_review",
          "write_memory",
          "append_memory",
          "save_session_summary",
          "save_orchestrator_state");

  /** The refusals for lack of a right. */
  private static final Set<ProblemCode> FORBIDDEN =
      EnumSet.of(
          ProblemCode.PERMISSION_DENIED, ProblemCode.NAME_RESERVED, ProblemCode.TOPIC_NOT_ALLOWED);

  private final ServerFacts facts;
  private final Result results;
  private final OpenCallLimit calls;

  private ToolServer(ServerFacts facts, Result results, OpenCallLimit calls) {
    this.calls = calls;
    this.facts = facts;
    this.results = results;
  }

  /**
   * Starts a server on {@code endpoint}.
   *
   * @param facts what tools report of this deployment
   * @param openCalls the calls of one session that are not answered yet
   */
  public static McpAsyncServer start(
      McpStreamableServerTransportProvider endpoint,
      ServerFacts facts,
      McpJsonMapper mapper,
      String version,
      ToolSet set,
      int openCalls) {
    Result results = new Result(value -> write(mapper, value));
    ToolServer server = new ToolServer(facts, results, new OpenCallLimit(openCalls));
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
            (exchange, request) -> {
              long began = System.nanoTime();
              CallTrace trace =
                  facts.monitor().begun(tool.name(), exchange.sessionId(), request.meta());
              return Mono.defer(() -> call(tool, exchange, request, began, trace))
                  .onErrorResume(
                      failure ->
                          inTime(
                              isOfNothing(failure),
                              refusal(tool, exchange, failure, began, trace),
                              began));
            })
        .build();
  }

  /**
   * Calls {@code tool}. Once nobody wants the answer any more, the wait of the tool is cancelled.
   */
  private Mono<CallToolResult> call(
      ToolDefinition tool,
      McpAsyncServerExchange exchange,
      CallToolRequest request,
      long began,
      CallTrace trace) {
    CallContext context =
        CallContext.in(exchange.transportContext())
            .orElseThrow(() -> new ParleyException(new ConnectionClosed()));
    Caller caller = facts.caller(context);
    Map<String, Object> given = request.arguments();
    Map<String, Object> arguments = given == null ? Map.of() : given;
    calls.begin(exchange.sessionId());
    return answer(tool, caller, arguments, trace)
        .doFinally(
            how -> {
              calls.end(exchange.sessionId());
              if (how == SignalType.CANCEL) {
                facts.monitor().cancelled(tool.name());
                trace.ended("cancelled");
              }
            })
        .flatMap(
            fields -> {
              context.whenNotReceived().accept(fields.whenNotReceived());
              if (WORK.contains(tool.name())) {
                caller.worked(tool.input().namesTheCaller(), arguments);
              }
              Unread unread = caller.unread(tool.input().namesTheCaller(), arguments);
              CallToolResult result = results.of(withNotes(tool, fields, unread, context));
              facts.monitor().ended(tool.name(), null, System.nanoTime() - began);
              trace.ended(null);
              return inTime(fields.isOfNothing(), result, began);
            });
  }

  /** The result; not before the least time of a look-up, where something does not exist. */
  private static Mono<CallToolResult> inTime(
      boolean isOfNothing, CallToolResult result, long began) {
    Mono<CallToolResult> now = Mono.just(result);
    return isOfNothing ? now.delayElement(LookupTime.left(began)) : now;
  }

  private static boolean isOfNothing(Throwable failure) {
    return cause(failure) instanceof ParleyException refused
        && refused.problem().code() == ProblemCode.NOT_FOUND;
  }

  /**
   * Answers a call. All that the tool throws is an answer that failed, so that each call that
   * begins ends.
   */
  private static Mono<ResultFields> answer(
      ToolDefinition tool, Caller caller, Map<String, Object> given, CallTrace trace) {
    return Mono.defer(
        () -> {
          CallTrace.Part part = trace.enter();
          try {
            return Mono.fromCompletionStage(tool.call(caller, given));
          } finally {
            part.close();
          }
        });
  }

  /**
   * Adds that something waits, and the nonce of a wake test. Most clients show their model no
   * pushes, so every answer says it.
   */
  private static ResultFields withNotes(
      ToolDefinition tool, ResultFields fields, Unread unread, CallContext context) {
    boolean offers = !unread.isNone() || InboxTools.hasMessages(fields);
    ResultFields all =
        context
            .answers()
            .answered(tool.name(), offers)
            .map(note -> fields.and(ReachTools.NAME, note))
            .orElse(fields);
    return unread.isNone()
        ? all
        : all.and(
            "unread",
            ResultFields.none()
                .and("direct", unread.direct())
                .and("mentions", unread.mentions())
                .map());
  }

  private CallToolResult refusal(
      ToolDefinition tool,
      McpAsyncServerExchange exchange,
      Throwable failure,
      long began,
      CallTrace trace) {
    Throwable cause = cause(failure);
    ProblemCode code =
        cause instanceof ParleyException refused
            ? refused.problem().code()
            : ProblemCode.INTERNAL_ERROR;
    facts.monitor().ended(tool.name(), code, System.nanoTime() - began);
    trace.ended(code.wireName());
    if (cause instanceof ParleyException refused) {
      audit(tool, exchange, refused.problem().code());
      return results.of(refused.problem(), tool.whenRefused());
    }
    String incident = UUID.randomUUID().toString();
    LOG.log(System.Logger.Level.ERROR, "Incident " + incident, Masking.trace(cause));
    return results.of(new InternalFault(incident), tool.whenRefused());
  }

  private static Throwable cause(Throwable failure) {
    Throwable inner = failure instanceof CompletionException ? failure.getCause() : failure;
    return inner == null ? failure : inner;
  }

  private static void audit(
      ToolDefinition tool, McpAsyncServerExchange exchange, ProblemCode refusal) {
    if (FORBIDDEN.contains(refusal)) {
      CallContext.in(exchange.transportContext())
          .ifPresent(
              context -> context.connection().audit().refused(tool.name(), refusal.wireName()));
    }
  }

  private static String write(McpJsonMapper mapper, Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A validator that accepts everything. Inputs are checked by the handlers, in our own words;
   * outputs are typed where they are made.
   */
  private static final class Trusting implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
      return ValidationResponse.asValid("");
    }
  }
}
