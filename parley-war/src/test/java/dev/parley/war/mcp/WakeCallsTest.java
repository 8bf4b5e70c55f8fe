package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.war.grant.Grant;
import dev.parley.war.wake.AgentActivities;
import dev.parley.war.wake.HookDesk;
import dev.parley.war.wake.WakeDesk;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wakes and answers to hooks that a client has gone before: they are made again. */
class WakeCallsTest {
  private static final SessionId RUN = new SessionId("run");
  private static final AgentId BOB = new AgentId("bob");
  private static final int PATIENCE = 2_000;

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice").during(RUN));
  private final Connection bob = parley.connect(ConnectOptions.of("bob").during(RUN));
  private final WakeDesk desk = new WakeDesk(bob.inbox());
  private final WakeCalls ofBob = calls(bob, desk);
  private final WakeCalls ofAlice = calls(alice, new WakeDesk(alice.inbox()));

  private WakeCalls calls(Connection connection, WakeDesk own) {
    return new WakeCalls(
        connection,
        own,
        new HookDesk(connection, own, new AgentActivities()),
        agent -> agent.equals("bob") ? Optional.of(desk) : Optional.empty());
  }

  @BeforeEach
  void say() {
    alice.sessions().current().messages().send(SessionMessageDraft.direct(BOB, "hello"));
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void wakeWithMessages_whoseClientHasGone_isMadeAgain() {
    Map<String, Object> params = Map.of("block_ms", PATIENCE, "with_messages", true);
    assertThat(wake(ofBob, params, true)).containsEntry("wake", true);
    assertThat((String) wake(ofBob, params, true).get("text")).contains("hello");
    assertThat(wake(ofBob, params, false)).containsEntry("wake", true);
    assertThat(wake(ofBob, Map.of("block_ms", 100, "with_messages", true), false))
        .containsEntry("wake", false);
  }

  @Test
  void wake_whoseClientHasGone_isMadeAgain() {
    Map<String, Object> params = Map.of("block_ms", PATIENCE);
    assertThat(wake(ofBob, params, true)).containsEntry("wake", true);
    assertThat(wake(ofBob, params, false)).containsEntry("wake", true);
    assertThat(wake(ofBob, Map.of("block_ms", 100), false)).containsEntry("wake", false);
  }

  @Test
  void wakeOfAnotherAgent_whoseWatcherHasGone_isMadeAgain() {
    Map<String, Object> params = Map.of("block_ms", PATIENCE, "agent", "bob");
    assertThat(wake(ofAlice, params, true)).containsEntry("wake", true);
    assertThat(wake(ofAlice, params, false)).containsEntry("wake", true);
    assertThat(wake(ofAlice, Map.of("block_ms", 100, "agent", "bob"), false))
        .containsEntry("wake", false);
  }

  @Test
  void hook_whoseClientHasGone_isAnsweredTheSameAgain() {
    assertThat(hook(true)).contains("hello");
    assertThat(hook(false)).contains("hello");
    assertThat(hook(false)).doesNotContain("hello");
  }

  @SuppressWarnings("unchecked") // as it is answered
  private static Map<String, Object> wake(
      WakeCalls calls, Map<String, Object> params, boolean lost) {
    return (Map<String, Object>) answered(calls, WakeCalls.METHOD, params, lost);
  }

  private String hook(boolean lost) {
    CallToolResult result =
        (CallToolResult)
            answered(
                ofBob,
                "tools/call",
                Map.of("name", WakeCalls.TOOL, "arguments", Map.of("event", "UserPromptSubmit")),
                lost);
    return ((TextContent) result.content().get(0)).text();
  }

  /** Answers a call; {@code lost} where the client has gone by then. */
  private static Object answered(
      WakeCalls calls, String method, Map<String, Object> params, boolean lost) {
    RequestTransport exchange = new RequestTransport(1);
    Object unused =
        calls
            .answer(new JSONRPCRequest("2.0", method, 1, params), exchange, Grant.OPEN)
            .toCompletableFuture()
            .join();
    if (lost) {
      exchange.notReceived();
    }
    return ((JSONRPCResponse) exchange.first().join()).result();
  }
}
