package dev.parley.war.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one session that its client may still call off: those under way, and the one that
 * was answered last, as its answer and the cancellation may have crossed.
 */
final class CancellableRequests {
  private static final String CANCELLED = "notifications/cancelled";

  private record Answered(Object id, RequestTransport exchange) {}

  private final Map<Object, RequestTransport> underWay = new ConcurrentHashMap<>();
  private volatile @Nullable Answered last;

  void begin(Object requestId, RequestTransport exchange) {
    underWay.put(key(requestId), exchange);
  }

  void end(Object requestId, RequestTransport exchange) {
    if (underWay.remove(key(requestId), exchange)) {
      last = new Answered(key(requestId), exchange);
    }
  }

  /** Returns the number of requests that are not answered. */
  int count() {
    return underWay.size();
  }

  /** Calls off every request that is not answered. */
  void cancelAll() {
    underWay.values().forEach(RequestTransport::cancel);
  }

  /** Calls off what {@code notification} names; anything else changes nothing. */
  void heed(JSONRPCNotification notification) {
    if (!notification.method().equals(CANCELLED)
        || !(notification.params() instanceof Map<?, ?> params)) {
      return;
    }
    Object requestId = params.get("requestId");
    if (requestId == null) {
      return;
    }
    RequestTransport exchange = underWay.remove(key(requestId));
    Answered answered = last;
    if (exchange == null && answered != null && answered.id().equals(key(requestId))) {
      exchange = answered.exchange();
    }
    if (exchange != null) {
      exchange.cancel();
    }
  }

  /**
   * Returns the key of an id. Whole numbers are distinguished by their value alone, whatever type
   * they were read as.
   */
  private static Object key(Object id) {
    return id instanceof Number number ? (Object) number.longValue() : id;
  }
}
