package dev.parley.war.mcp;

import dev.parley.war.wire.NonBlockingWriter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * An event stream of another node, handed on as it comes. No thread waits for either side: more is
 * asked for when the client has taken what there was.
 */
final class RelayedStream implements Flow.Subscriber<List<ByteBuffer>> {
  private final NonBlockingWriter out;
  private final byte[] lastWords;
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private Flow.@Nullable Subscription source;
  private boolean asked;

  /**
   * A stream nothing has come on.
   *
   * @param lastWords the event the client gets where the other node breaks off
   */
  RelayedStream(AsyncContext request, byte[] lastWords) throws IOException {
    this.out = new NonBlockingWriter(request, this::askForMore, this::ended);
    this.lastWords = lastWords;
  }

  /** Returns the listener that the container calls when the client takes more. */
  WriteListener listener() {
    return out;
  }

  /** Returns a future that completes when the stream has ended, by either side. */
  CompletableFuture<Boolean> over() {
    return over;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    synchronized (out) {
      source = subscription;
      if (over.isDone()) {
        subscription.cancel();
      }
      out.goOn();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> more) {
    synchronized (out) {
      asked = false;
      out.add(more);
    }
  }

  @Override
  public void onError(Throwable nodeIsGone) {
    breakOff();
  }

  @Override
  public void onComplete() {
    out.finish();
  }

  /** Takes no more from the other node. */
  void breakOff() {
    synchronized (out) {
      cancel();
      if (lastWords.length > 0) {
        out.add(lastWords);
      }
      out.finish();
    }
  }

  private void askForMore() {
    if (source != null && !asked) {
      asked = true;
      source.request(1);
    }
  }

  private void ended() {
    cancel();
    over.complete(true);
  }

  private void cancel() {
    if (source != null) {
      source.cancel();
    }
  }
}
