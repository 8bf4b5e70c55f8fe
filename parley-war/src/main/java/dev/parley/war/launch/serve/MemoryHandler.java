package dev.parley.war.launch.serve;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Shows {@link OutOfMemory} what Jetty catches of requests, and answers with an error page. */
final class MemoryHandler extends Handler.Wrapper {
  private static final String THROWN = "jakarta.servlet.error.exception";

  MemoryHandler(Handler handler) {
    super(handler);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Request.addCompletionListener(
        request,
        failure -> {
          OutOfMemory.endOn(failure);
          if (request.getAttribute(THROWN) instanceof Throwable thrown) {
            OutOfMemory.endOn(thrown);
          }
        });
    try {
      return super.handle(request, response, callback);
    } catch (Error thrown) {
      OutOfMemory.endOn(thrown);
      throw thrown;
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
