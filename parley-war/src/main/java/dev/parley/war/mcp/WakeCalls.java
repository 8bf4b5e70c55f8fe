package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Rights;
import dev.parley.war.wake.HookDesk;
import dev.parley.war.wake.HookEvent;
import dev.parley.war.wake.WakeDesk;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls that programs of a client make beside its model: the tool {@value #TOOL} for its hooks,
 * which no list of tools has, and the method {@value #METHOD} for what wakes it.
 */
final class WakeCalls {
  /** The tool that hooks call. Its text is what a hook prints: JSON for the client. */
  static final String TOOL = "hook_event";

  /** Waits until the client is to be woken. */
  static final String METHOD = "parley/wake";

  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  private final Connection connection;
  private final Function<String, Optional<WakeDesk>> desks;
  private final WakeDesk desk;
  private final HookDesk hooks;

  /**
   * @param desks finds the desk of another agent of the same workspace
   * @param hooks answers the hooks of the client
   */
  WakeCalls(
      Connection connection,
      WakeDesk desk,
      HookDesk hooks,
      Function<String, Optional<WakeDesk>> desks) {
    this.connection = connection;
    this.desks = desks;
    this.desk = desk;
    this.hooks = hooks;
  }

  WakeDesk desk() {
    return desk;
  }

  /** Returns whether {@code request} is one of these; notes a call of the model where it is not. */
  boolean isFor(JSONRPCRequest request) {
    if (!request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
      return request.method().equals(METHOD);
    }
    if (request.params() instanceof Map<?, ?> params && TOOL.equals(params.get("name"))) {
      return true;
    }
    desk.noteCall();
    return false;
  }

  /**
   * Answers {@code request}, which came with the rights {@code grant}, through {@code exchange};
   * completes when it is answered.
   */
  CompletionStage<?> answer(JSONRPCRequest request, RequestTransport exchange, Grant grant) {
    CompletableFuture<?> answer =
        begun(request, exchange, grant)
            .handle(
                (result, failure) -> {
                  var unused =
                      exchange.sendMessage(
                          failure == null
                              ? new JSONRPCResponse("2.0", request.id(), result, null)
                              : refusal(request, failure));
                  return true;
                })
            .toCompletableFuture();
    exchange.doneBy(() -> answer.cancel(false));
    return answer;
  }

  private CompletionStage<?> begun(JSONRPCRequest request, RequestTransport exchange, Grant grant) {
    try {
      Rights.MESSAGES.check(grant);
      Map<String, Object> params = texts(request.params());
      return request.method().equals(METHOD)
          ? wake(Arguments.ofAny(params), exchange, grant)
          : hook(HookEvent.of(texts(params.get("arguments"))), exchange);
    } catch (ParleyException refused) {
      if (refused.problem().code() == ProblemCode.PERMISSION_DENIED) {
        connection.audit().refused(request.method(), refused.problem().code().wireName());
      }
      return CompletableFuture.failedFuture(refused);
    }
  }

  private CompletionStage<CallToolResult> hook(HookEvent event, RequestTransport exchange) {
    connection.renewLeases(connection.agent());
    return hooks
        .answer(event)
        .thenApply(
            handout -> {
              if (!handout.output().isEmpty()) {
                exchange.whenNotReceived(() -> desk.notReceived(handout.next()));
              }
              return CallToolResult.builder(
                      List.of(TextContent.builder(Json.text(handout.output())).build()))
                  .build();
            });
  }

  private CompletionStage<Map<String, Object>> wake(
      Arguments arguments, RequestTransport exchange, Grant grant) {
    Duration patience =
        arguments
            .integer("block_ms")
            .map(millis -> Duration.ofMillis(Math.max(0, millis)))
            .orElse(DEFAULT_WAIT);
    Optional<String> watched = arguments.optionalText("agent");
    watched.map(AgentId::of).ifPresent(grant::checkName);
    if (watched.isPresent() && arguments.flag("look")) {
      return CompletableFuture.completedFuture(look(watched.get()));
    }
    if (watched.isPresent()) {
      return watch(watched.get(), patience, exchange);
    }
    boolean carriesMessages = arguments.flag("with_messages");
    arguments.integer("not_received").ifPresent(desk::notReceived);
    return desk.await(patience, carriesMessages)
        .thenApply(
            wake -> {
              if (wake.due()) {
                exchange.whenNotReceived(() -> desk.notReceived(wake.next()));
              }
              return wake.due()
                  ? Map.of("wake", true, "text", wake.text(), "next", wake.next())
                  : Map.of("wake", false);
            });
  }

  /** Says without a wait if another agent is there, and when its hooks ran last. */
  private Map<String, Object> look(String agent) {
    Map<String, Object> seen = new HashMap<>(Map.of("wake", false));
    Optional<WakeDesk> watched = desks.apply(agent);
    Optional<Duration> hook = watched.flatMap(WakeDesk::sinceHook);
    seen.put("absent", watched.isEmpty());
    seen.put("hooked", hook.isPresent());
    hook.ifPresent(age -> seen.put("hook_age_ms", age.toMillis()));
    return seen;
  }

  /** Waits in place of another agent, which has no way of its own to be woken. */
  private CompletionStage<Map<String, Object>> watch(
      String agent, Duration patience, RequestTransport exchange) {
    Optional<WakeDesk> watched = desks.apply(agent);
    return watched.isEmpty()
        ? CompletableFuture.completedFuture(Map.of("wake", false, "absent", true))
        : watched
            .get()
            .watch(patience)
            .thenApply(
                wake -> {
                  if (wake.due()) {
                    exchange.whenNotReceived(() -> watched.get().notReceived(wake.next()));
                  }
                  return wake.due()
                      ? Map.of(
                          "wake",
                          true,
                          "text",
                          wake.text(),
                          "workspace",
                          connection.workspace().value())
                      : Map.of("wake", false);
                });
  }

  private static JSONRPCResponse refusal(JSONRPCRequest request, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    String sentence =
        cause instanceof ParleyException refused
            ? refused.problem().message()
            : "The call could not be answered.";
    return new JSONRPCResponse(
        "2.0",
        request.id(),
        null,
        new JSONRPCResponse.JSONRPCError(ErrorCodes.INVALID_PARAMS, sentence, null));
  }

  /** Returns the members of a JSON object; none where {@code value} is something else. */
  private static Map<String, Object> texts(@Nullable Object value) {
    Map<String, Object> members = new HashMap<>();
    if (value instanceof Map<?, ?> object) {
      object.forEach(
          (name, member) -> {
            if (member != null) {
              members.put(String.valueOf(name), member);
            }
          });
    }
    return members;
  }
}
