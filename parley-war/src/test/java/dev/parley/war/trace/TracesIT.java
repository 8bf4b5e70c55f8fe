package dev.parley.war.trace;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A receiver decodes the traces of a whole server. */
class TracesIT {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  @Test
  void message_isOneTrace_fromTheClientsOwnToThePush() throws Exception {
    try (TraceReceiver receiver = TraceReceiver.start();
        RunningServer server = RunningServer.start("--otlp", receiver.url());
        RawMcp alice = RawMcp.at(server.mcp()).begin();
        RawMcp bob = RawMcp.at(server.mcp()).begin();
        EventStreamReader stream = bob.listen()) {
      assertThat(stream.status()).isEqualTo(200);
      alice.tool("join_room", "room", "planning", "nickname", "alice");
      bob.tool("join_room", "room", "planning", "nickname", "bob");
      alice.tool("parley_post", "topic", "planning", "content", "Is anybody here?");
      awaitTracing(receiver, alice);
      call(alice, "parley_post", Map.of("topic", "planning", "content", "Hello"), TRACE);
      eventually(
          "the trace has a push",
          () -> receiver.trace(TRACE).stream().anyMatch(span -> span.getName().startsWith("push")));
      List<Span> trace = receiver.trace(TRACE);
      Span call = named(trace, "tools/call parley_post");
      assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
      assertThat(TraceReceiver.parent(call)).isEqualTo(PARENT);
      assertThat(TraceReceiver.attributes(call))
          .containsEntry("mcp.method.name", "tools/call")
          .containsEntry("gen_ai.tool.name", "parley_post")
          .containsEntry("gen_ai.operation.name", "execute_tool")
          .containsEntry("network.transport", "tcp")
          .containsKey("mcp.session.id")
          .doesNotContainKey("error.type");
      assertThat(call.getLinksList()).hasSize(1);
      Span commit = named(trace, "COMMIT");
      assertThat(TraceReceiver.parent(commit)).isEqualTo(TraceReceiver.id(call));
      assertThat(commit.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
      assertThat(commit.getEndTimeUnixNano()).isGreaterThan(commit.getStartTimeUnixNano());
      assertThat(TraceReceiver.attributes(commit)).containsEntry("db.system.name", "h2database");
      Span send = named(trace, "send durable_room");
      assertThat(TraceReceiver.parent(send)).isEqualTo(TraceReceiver.id(call));
      assertThat(send.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
      Span push = named(trace, "push message");
      assertThat(TraceReceiver.parent(push)).isEqualTo(TraceReceiver.id(send));
      assertThat(push.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CONSUMER);
      assertThat(TraceReceiver.attributes(push))
          .containsEntry("messaging.system", "parley")
          .containsEntry(
              "messaging.message.id", TraceReceiver.attributes(send).get("messaging.message.id"));
      assertThat(receiver.resource()).containsEntry("service.name", "parley");
      assertThat(receiver.requests())
          .allMatch(request -> request.equals("POST /v1/traces application/x-protobuf"));
      assertThat(trace.toString()).doesNotContain("Hello");
      print(trace);
    }
  }

  @Test
  void messageBetweenBridges_isOneTrace() throws Exception {
    try (TraceReceiver receiver = TraceReceiver.start();
        RunningServer server = RunningServer.start("--otlp", receiver.url());
        RawMcp probe = RawMcp.at(server.mcp()).begin();
        BridgeClient alice = BridgeClient.to(server.base(), "--agent", "alice");
        BridgeClient bob = BridgeClient.to(server.base(), "--agent", "bob")) {
      alice.tool("join_room", "room", "planning", "nickname", "alice");
      bob.tool("join_room", "room", "planning", "nickname", "bob");
      awaitTracing(receiver, probe);
      JsonNode receipt =
          alice.toolInTrace(
              traceparent(TRACE), "send_message", Map.of("room", "planning", "body", "Hello"));
      eventually(
          "the push came to the other bridge",
          () ->
              bob.pushes("message_id").stream()
                  .map(push -> push.at("/meta/message_id").asString())
                  .anyMatch(receipt.path("messageId").asString()::equals));
      eventually(
          "the trace has a push",
          () -> receiver.trace(TRACE).stream().anyMatch(span -> span.getName().startsWith("push")));
      List<Span> trace = receiver.trace(TRACE);
      Span call = named(trace, "tools/call send_message");
      assertThat(TraceReceiver.parent(call)).isEqualTo(PARENT);
      Span send = named(trace, "send ephemeral_room");
      assertThat(TraceReceiver.parent(send)).isEqualTo(TraceReceiver.id(call));
      Span push = named(trace, "push message");
      assertThat(TraceReceiver.parent(push)).isEqualTo(TraceReceiver.id(send));
      assertThat(TraceReceiver.attributes(push))
          .containsEntry("messaging.message.id", receipt.path("messageId").asString());
      print(trace);
    }
  }

  @Test
  void callWithoutMeta_isAPartOfItsRequest() throws Exception {
    try (TraceReceiver receiver = TraceReceiver.start();
        RunningServer server = RunningServer.start("--otlp", receiver.url());
        RawMcp alice = RawMcp.at(server.mcp()).begin()) {
      awaitTracing(receiver, alice);
      alice.header("traceparent", traceparent(TRACE)).tool("list_rooms");
      eventually("the request was traced", () -> receiver.trace(TRACE).size() >= 2);
      Span request = named(receiver.trace(TRACE), "POST /mcp");
      assertThat(TraceReceiver.parent(request)).isEqualTo(PARENT);
      assertThat(TraceReceiver.attributes(request))
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.route", "/mcp")
          .containsEntry("url.scheme", "http")
          .containsEntry("http.response.status_code", "200");
      Span call = named(receiver.trace(TRACE), "tools/call list_rooms");
      assertThat(TraceReceiver.parent(call)).isEqualTo(TraceReceiver.id(request));
    }
  }

  @Test
  void refusedCall_hasItsCode() throws Exception {
    try (TraceReceiver receiver = TraceReceiver.start();
        RunningServer server = RunningServer.start("--otlp", receiver.url());
        RawMcp alice = RawMcp.at(server.mcp()).begin()) {
      awaitTracing(receiver, alice);
      call(alice, "send_message", Map.of("room", "nowhere", "body", "Hello"), TRACE);
      eventually("the call was traced", () -> !receiver.trace(TRACE).isEmpty());
      Span call = named(receiver.trace(TRACE), "tools/call send_message");
      assertThat(TraceReceiver.attributes(call)).containsEntry("error.type", "not_in_room");
      assertThat(call.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    }
  }

  @Test
  void receiverThatIsAway_delaysNobody() {
    try (RunningServer server = RunningServer.start("--otlp", "http://127.0.0.1:9");
        RawMcp alice = RawMcp.at(server.mcp()).begin()) {
      alice.tool("join_room", "room", "planning", "nickname", "alice");
      for (int i = 0; i < 10; i++) {
        assertThat(alice.tool("send_message", "room", "planning", "body", "Hello " + i).refused())
            .isFalse();
      }
      assertThat(server.sigterm().exitCode()).isEqualTo(143);
    }
  }

  @Test
  void wrongAddress_isRefused() {
    assertThat(RunningServer.launch().with("--otlp", "127.0.0.1:4318").refused().printed())
        .contains("otlp");
  }

  /** Calls until a call is traced: those before the library is loaded are not. */
  private static void awaitTracing(TraceReceiver receiver, RawMcp client) {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    eventually(
        "calls are traced",
        () -> {
          call(client, "list_rooms", Map.of(), trace);
          return !receiver.trace(trace).isEmpty();
        });
  }

  private static void call(
      RawMcp client, String tool, Map<String, Object> arguments, String trace) {
    client.call(
        "tools/call",
        Map.of(
            "name",
            tool,
            "arguments",
            arguments,
            "_meta",
            Map.of("traceparent", traceparent(trace))));
  }

  private static String traceparent(String trace) {
    return "00-" + trace + "-" + PARENT + "-01";
  }

  private static Span named(List<Span> trace, String name) {
    return trace.stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError(name + " in " + trace.stream().map(Span::getName).toList()));
  }

  private static void print(List<Span> trace) {
    System.out.println("A trace as a receiver decoded it:");
    long begin = trace.stream().mapToLong(Span::getStartTimeUnixNano).min().orElse(0);
    for (Span span : trace) {
      System.out.printf(
          "%8.3f ms %8.3f ms  %s <- %s  %-28s %s%n",
          (span.getStartTimeUnixNano() - begin) / 1e6,
          (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1e6,
          TraceReceiver.id(span),
          TraceReceiver.parent(span),
          span.getName(),
          TraceReceiver.attributes(span));
    }
  }
}
