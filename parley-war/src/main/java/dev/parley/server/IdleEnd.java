package dev.parley.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private final RequestsUnderWay requests = new RequestsUnderWay(this::requestEnds);
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
    return requests.during(callback, then -> super.handle(request, response, then));
  }

  /** Returns the requests that keep the server. */
  RequestsUnderWay requests() {
    return requests;
  }

  private void requestEnds() {
    quietSince = nanos.getAsLong();
  }

  /** Ends the server if it is time. */
  void sweep() {
    if (requests.count() == 0
        && nanos.getAsLong() - quietSince >= idleNanos
        && ended.compareAndSet(false, true)) {
      end.run();
    }
  }
}
