package dev.parley.server;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;

/** Counts the requests that have come and are not answered completely. */
final class RequestsUnderWay {
  private final AtomicInteger count = new AtomicInteger();
  private final Runnable atEnd;

  /** Makes a count of 0; {@code atEnd} runs before each request leaves it. */
  RequestsUnderWay(Runnable atEnd) {
    this.atEnd = atEnd;
  }

  /** The rest of the handling of a request. */
  interface Handling {
    boolean handle(Callback callback) throws Exception;
  }

  int count() {
    return count.get();
  }

  /** Counts a request until its callback is called, or is known never to be. */
  boolean during(Callback callback, Handling handling) throws Exception {
    OneRequest request = begin(callback);
    boolean handled = false;
    try {
      handled = handling.handle(request);
    } finally {
      if (!handled) {
        request.ends();
      }
    }
    return handled;
  }

  /** Counts a request until its callback is called. */
  OneRequest begin(Callback callback) {
    count.incrementAndGet();
    return new OneRequest(callback);
  }

  final class OneRequest extends Callback.Nested {
    private final AtomicBoolean over = new AtomicBoolean();

    private OneRequest(Callback callback) {
      super(callback);
    }

    private void ends() {
      if (over.compareAndSet(false, true)) {
        atEnd.run();
        count.decrementAndGet();
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
