package dev.parley.bridge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The permission requests of the client that have no answer, the newest ones. Each session with the
 * server gets them, so that none is lost with a session, or while the server is away. The server
 * takes one that it has for the same. Safe for all threads.
 */
final class OpenRequests {
  /** The number of requests that are remembered. */
  static final int MAX_OPEN = 16;

  /** The largest request that is remembered, in bytes; the server takes no larger one. */
  private static final int MAX_LENGTH = 128 * 1024;

  /** The time for which the server waits for people, unless its settings say otherwise. */
  private static final long MAX_AGE_NANOS = TimeUnit.MINUTES.toNanos(15);

  private static final String REQUEST = "notifications/claude/channel/permission_request";
  private static final String ANSWER = "notifications/claude/channel/permission";

  /**
   * A request of the client.
   *
   * @param takenBy the last session that has it, or null if none has
   */
  private record Sent(JsonRpcMessage message, long at, @Nullable ServerSession takenBy) {
    Sent withTakenBy(ServerSession session) {
      return new Sent(message, at, session);
    }
  }

  private final Map<String, Sent> open = new LinkedHashMap<>();

  /** Notes a message of the client, which may be a request. */
  synchronized void sent(JsonRpcMessage message) {
    String code = code(message, REQUEST);
    if (code == null || message.line().length > MAX_LENGTH) {
      return;
    }
    open.remove(code);
    open.put(code, new Sent(message, System.nanoTime(), null));
    if (open.size() > MAX_OPEN) {
      open.remove(open.keySet().iterator().next());
    }
  }

  /** Notes a message of the server, which may be an answer. */
  synchronized void received(JsonRpcMessage message) {
    String code = code(message, ANSWER);
    if (code != null) {
      open.remove(code);
    }
  }

  /** Notes that the server has a message, which may be a request, in {@code session}. */
  synchronized void taken(JsonRpcMessage message, ServerSession session) {
    String code = code(message, REQUEST);
    if (code != null) {
      open.computeIfPresent(code, (known, sent) -> sent.withTakenBy(session));
    }
  }

  private static @Nullable String code(JsonRpcMessage message, String method) {
    return method.equals(message.method()) ? message.json().textAt("params", "request_id") : null;
  }

  /** Returns the requests that may still get an answer and that {@code session} lacks, in order. */
  synchronized List<JsonRpcMessage> missing(ServerSession session) {
    if (open.isEmpty()) {
      return List.of(); // as at each start, which is to be short
    }
    long now = System.nanoTime();
    open.values().removeIf(one -> now - one.at() > MAX_AGE_NANOS);
    return open.values().stream()
        .filter(one -> one.takenBy() != session)
        .map(Sent::message)
        .toList();
  }
}
