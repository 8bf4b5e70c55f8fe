package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The permission requests that a new session gets again. */
class OpenRequestsTest {
  private final OpenRequests requests = new OpenRequests();
  private final ServerSession session = session("one");

  private static ServerSession session(String id) {
    return new ServerSession(id, "2025-11-25");
  }

  private static JsonRpcMessage message(String method, String code) {
    return JsonRpcMessage.of(
        JsonText.parse(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel/"
                + method
                + "\",\"params\":{\"request_id\":\""
                + code
                + "\"}}"));
  }

  private static JsonRpcMessage request(String code) {
    return message("permission_request", code);
  }

  @Test
  void request_isThere_untilItsAnswerCame() {
    JsonRpcMessage first = request("aaaaa");
    JsonRpcMessage second = request("bbbbb");
    requests.sent(first);
    requests.sent(second);
    requests.sent(message("other", "ccccc"));
    assertThat(requests.missing(session)).containsExactly(first, second);
    requests.received(message("permission", "aaaaa"));
    requests.received(message("permission", "ddddd"));
    requests.received(request("bbbbb"));
    assertThat(requests.missing(session)).containsExactly(second);
  }

  @Test
  void request_thatASessionHas_isMissingInTheNext() {
    JsonRpcMessage first = request("aaaaa");
    JsonRpcMessage second = request("bbbbb");
    ServerSession next = session("two");
    requests.sent(first);
    requests.sent(second);
    requests.taken(first, session);
    requests.taken(message("other", "bbbbb"), session);
    assertThat(requests.missing(session)).containsExactly(second);
    assertThat(requests.missing(next)).containsExactly(first, second);
    requests.taken(first, next);
    assertThat(requests.missing(next)).containsExactly(second);
  }

  @Test
  void requests_areBounded_inNumberAndLength() {
    requests.sent(request("first"));
    for (int i = 0; i < OpenRequests.MAX_OPEN; i++) {
      requests.sent(request("later" + i));
    }
    requests.sent(request("x".repeat(200_000)));
    assertThat(requests.missing(session))
        .hasSize(OpenRequests.MAX_OPEN)
        .noneMatch(message -> message.json().line().contains("first"))
        .noneMatch(message -> message.json().line().contains("xxxxx"));
  }
}
