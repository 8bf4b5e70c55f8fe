package dev.parley.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Ends a server that nobody uses: no request is under way, and none was for the idle time. The
 * event stream of an MCP client, that of an open page and a call that waits are requests under way.
 */
final class IdleEnd extends Handler.Wrapper {
  private final long idleNanos;
  private final LongSupplier nanos;
  private final Runnable end;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile long quietSince;

  /**
   * @param end called once, from the thread that sweeps
   */
  IdleEnd(Handler handler, Duration idle, Runnable end) {
    this(handler, idle, System::nanoTime, end);
  }

  IdleEnd(Handler handler, Duration idle, LongSupplier nanos, Runnable end) {
    super(handler);
    this.idleNanos = idle.toNanos();
    this.nanos = nanos;
    this.end = end;
    this.quietSince = nanos.getAsLong();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Use use = new Use(callback);
    boolean handled = false;
    try {
      handled = super.handle(request, response, use);
    } finally {
      if (!handled) {
        use.ends();
      }
    }
    return handled;
  }

  /** Ends the server if it is time. */
  void sweep() {
    if (requests.get() == 0
        && nanos.getAsLong() - quietSince >= idleNanos
        && ended.compareAndSet(false, true)) {
      end.run();
    }
  }

  /** A request under way. */
  final class Use extends Callback.Nested {
    private final AtomicBoolean over = new AtomicBoolean();

    Use(Callback callback) {
      super(callback);
      requests.incrementAndGet();
    }

    private void ends() {
      if (over.compareAndSet(false, true)) {
        quietSince = nanos.getAsLong();
        requests.decrementAndGet();
      }
    }

    @Override
    public void succeeded() {
      ends();
      super.succeeded();
    }

    @Override
    public void failed(Throwable cause) {
      ends();
      super.failed(cause);
    }
  }
}
