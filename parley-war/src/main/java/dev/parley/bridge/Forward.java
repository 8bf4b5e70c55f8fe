package dev.parley.bridge;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A message of the client that has no answer, a notification or an answer, on its way. */
final class Forward implements Runnable {
  private final JsonRpcMessage message;
  private final Bridge.Parts bridge;
  private final @Nullable Call cancelled;
  private final CountDownLatch taken = new CountDownLatch(1);

  Forward(JsonRpcMessage message, Bridge.Parts bridge) {
    this.message = message;
    this.bridge = bridge;
    this.cancelled = "notifications/cancelled".equals(message.method()) ? cancelled() : null;
  }

  private @Nullable Call cancelled() {
    JsonText id = message.json().member("params", "requestId");
    Call call = bridge.calls().find(id == null ? null : id.raw());
    if (call != null) {
      call.cancel();
    }
    return call;
  }

  /** Waits until the server has the message. */
  void awaitTaken(int millis) throws InterruptedException {
    taken.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void run() {
    try {
      ServerSession session = bridge.connection().session();
      bridge.link().send(session, message.line());
      bridge.connection().requests().taken(message, session);
    } catch (ServerCallException lost) {
      // A session that is no more has no use for it. Permission requests are sent again.
      bridge.log().debug("not passed on:", lost.sentence());
    } finally {
      taken.countDown();
      if (cancelled != null) {
        cancelled.abort();
      }
    }
  }
}
