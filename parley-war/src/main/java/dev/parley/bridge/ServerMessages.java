package dev.parley.bridge;

import org.jspecify.annotations.Nullable;

/**
 * Passes what the server sends to the client: messages as they are, each channel push once, each
 * answer once and only where one is waited for. Safe for all threads.
 */
final class ServerMessages {
  private final ClientOutput out;
  private final PendingCalls calls;
  private final OpenRequests requests;
  private final DuplicateFilter seen = new DuplicateFilter();
  private final BridgeLog log;

  ServerMessages(ClientOutput out, PendingCalls calls, OpenRequests requests, BridgeLog log) {
    this.out = out;
    this.calls = calls;
    this.requests = requests;
    this.log = log;
  }

  /**
   * @param asker the request in whose reply the message came, or null if it came on its own
   */
  void take(byte[] text, @Nullable Call asker) {
    JsonRpcMessage message;
    try {
      message = JsonRpcMessage.of(JsonText.parse(text));
    } catch (MalformedJson notAMessage) {
      log.debug("dropped from the server:", notAMessage.reason());
      return;
    }
    if (!message.isAnswer()) {
      push(message);
      return;
    }
    Call call = calls.find(message.id());
    if (call != null) {
      call.answer(message.json(), message.line());
    } else if (asker != null) {
      asker.answer(message.json(), readdressed(message.json(), asker.id()));
    } else {
      log.debug("dropped an answer nobody waits for:", message.id() + "");
    }
  }

  private void push(JsonRpcMessage message) {
    if ("notifications/claude/channel".equals(message.method())) {
      String id = message.json().textAt("params", "meta", "message_id");
      String agent = message.json().textAt("params", "meta", "for_agent");
      if (id != null && !seen.isNew(agent == null ? id : id + " " + agent)) {
        log.debug("dropped a message the client has:", id);
        return;
      }
    }
    requests.received(message);
    out.line(message.line());
  }

  /**
   * Returns {@code answer} under {@code id}: an answer whose id the server could not read belongs
   * to the request it was the reply to.
   */
  private static byte[] readdressed(JsonText answer, String id) {
    JsonText error = answer.member("error");
    JsonText result = answer.member("result");
    return error != null
        ? JsonRpcError.error(id, error.line())
        : JsonRpcError.result(id, result == null ? "{}" : result.line());
  }
}
