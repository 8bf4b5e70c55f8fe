package dev.parley.server;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Shows {@link OutOfMemory} what Jetty catches of requests, and answers with an error page. */
final class OutOfMemoryHandler extends Handler.Wrapper {
  private static final String THROWN = "jakarta.servlet.error.exception";

  OutOfMemoryHandler(Handler handler) {
    super(handler);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    try {
      return super.handle(request, response, new Seeing(request, callback));
    } catch (Error thrown) {
      OutOfMemory.endOn(thrown);
      throw thrown;
    }
  }

  /**
   * Not a completion listener of Jetty's, which would stand between each request and its stream.
   */
  private static final class Seeing extends Callback.Nested {
    private final Request request;

    private Seeing(Request request, Callback callback) {
      super(callback);
      this.request = request;
    }

    @Override
    public void succeeded() {
      endOnThrown();
      super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
      OutOfMemory.endOn(failure);
      endOnThrown();
      super.failed(failure);
    }

    private void endOnThrown() {
      if (request.getAttribute(THROWN) instanceof Throwable thrown) {
        OutOfMemory.endOn(thrown);
      }
    }
  }

  /** The same of jobs that are no request. */
  static final class Threads extends QueuedThreadPool {
    Threads(int most, int least) {
      super(most, least);
    }

    @Override
    protected void runJob(Runnable job) {
      try {
        super.runJob(job);
      } catch (Error thrown) {
        OutOfMemory.endOn(thrown);
        throw thrown;
      }
    }
  }
}
