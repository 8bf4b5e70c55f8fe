package dev.parley.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Stops the application before the connections of its server. Jetty by itself closes the
 * connections first: an event stream then breaks off before its last push, and the next stream gets
 * the messages of durable rooms again since the checkpoint before it.
 *
 * <p>Calls that are under way get some time to be answered. Requests that come meanwhile are
 * refused with 503.
 */
final class OrderlyEnd extends Handler.Wrapper implements LifeCycle.Listener {
  /** Longer than a call takes that does not wait for something. */
  static final Duration PATIENCE = Duration.ofMillis(500);

  private static final System.Logger LOG = System.getLogger(OrderlyEnd.class.getName());
  private static final long LOOK_AGAIN_NANOS = 5_000_000;

  private final RequestsUnderWay calls = new RequestsUnderWay(() -> {});
  private volatile boolean ending;

  OrderlyEnd(Handler application) {
    super(application);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return HttpMethod.POST.is(request.getMethod())
        ? calls.during(callback, then -> handleOrRefuse(request, response, then))
        : handleOrRefuse(request, response, callback);
  }

  /** Returns the number of calls under way. */
  int calls() {
    return calls.count();
  }

  private boolean handleOrRefuse(Request request, Response response, Callback callback)
      throws Exception {
    if (ending) {
      JettyErrorHandler.refuseAtEnd(request, response, callback);
      return true;
    }
    return super.handle(request, response, callback);
  }

  @Override
  public void lifeCycleStopping(LifeCycle server) {
    ending = true;
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (calls.count() > 0 && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    try {
      getHandler().stop();
    } catch (Exception e) {
      LOG.log(System.Logger.Level.WARNING, "The application did not stop in order.", e);
    }
  }
}
