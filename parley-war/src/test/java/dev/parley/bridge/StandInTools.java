package dev.parley.bridge;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The answers of a stand-in server in a session, by method and tool. */
final class StandInTools {
  private final StandInServer server;
  private final StandInSession side;
  private final StandInWire wire;

  StandInTools(StandInServer server, StandInSession side, StandInWire wire) {
    this.server = server;
    this.side = side;
    this.wire = wire;
  }

  void answer(StandInRequest request) throws IOException, InterruptedException {
    if (request.json().member("id") == null || request.rpcMethod() == null) {
      wire.answer(202, Map.of(), "", "");
      return;
    }
    switch (request.rpcMethod()) {
      case "ping" -> wire.json(request.result("{}"));
      case "tools/list" ->
          wire.json(request.result("{\"tools\":[{\"name\":\"from_the_server\"}]}"));
      case "tools/call" -> call(request);
      case "bad/status" ->
          wire.answer(
              400,
              Map.of(),
              "application/json",
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"bad\"}}");
      case "parley/wake" -> wake(request);
      default -> unknown(request);
    }
  }

  private void unknown(StandInRequest request) throws IOException {
    wire.json(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + request.json().member("id")
            + ",\"error\":{\"code\":-32601,\"message\":\"unknown\"}}");
  }

  private void wake(StandInRequest request) throws IOException, InterruptedException {
    if (!server.knowsWakes) {
      unknown(request);
      return;
    }
    String text = server.wakes.poll(200, TimeUnit.MILLISECONDS);
    wire.json(
        request.result(
            text == null
                ? "{\"wake\":false}"
                : "{\"wake\":true,\"text\":\"" + text + "\",\"next\":7}"));
  }

  private void call(StandInRequest request) throws IOException, InterruptedException {
    switch (request.tool()) {
      case "join_room" -> join(request);
      case "leave_room" ->
          wire.json(request.toolResult("{\"room\":\"" + request.argument("room") + "\"}"));
      case "wait_quietly" -> {
        server.gate.await(20, TimeUnit.SECONDS);
        wire.json(request.toolResult("{\"waited\":true}"));
      }
      case "wait_in_a_stream" -> {
        wire.beginStream();
        wire.chunk(": working\n\n");
        server.gate.await(20, TimeUnit.SECONDS);
        streamed(request.toolResult("{\"waited\":true}"));
      }
      case "beat_for_ever" -> {
        wire.beginStream();
        while (!server.gate.await(100, TimeUnit.MILLISECONDS)) {
          wire.chunk(": working\n\n");
        }
      }
      case "progress" -> {
        wire.beginStream();
        wire.chunk("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n");
        streamed(request.toolResult("{\"done\":true}"));
      }
      case "end_early" -> {
        side.owed.add(request.toolResult("{\"late\":true}"));
        wire.beginStream();
        wire.chunk("id: call-1\nretry: 300\ndata: \n\n");
        wire.endStream();
      }
      case "cut_early" -> {
        wire.beginStream();
        wire.chunk(": working\n\n");
        wire.abort();
      }
      case "many_lines" ->
          wire.json("\n" + request.toolResult("{\r\n \"lines\":\n2}").replace(",", ",\n") + "\n");
      default -> wire.json(request.toolResult("{\"echo\":\"" + request.tool() + "\"}"));
    }
  }

  private void streamed(String answer) throws IOException {
    wire.chunk("event: message\ndata: " + answer + "\n\n");
    wire.endStream();
  }

  private void join(StandInRequest request) throws IOException {
    String room = request.argument("room");
    String wanted = request.argument("nickname");
    if (server.locked.contains(room)) {
      wire.json(
          request.result(
              "{\"content\":[],\"structuredContent\":{\"success\":false,\"room\":\"planning\",\"nickname\":\"alice\"},\"isError\":true}"));
      return;
    }
    String nickname = wanted.equals(server.taken.get(room)) ? wanted + "-2" : wanted;
    wire.json(
        request.toolResult(
            "{\"room\":\"" + room + "\",\"nickname\":\"" + nickname + "\",\"membersCount\":1}"));
  }
}
