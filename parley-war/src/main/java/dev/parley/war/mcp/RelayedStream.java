package dev.parley.war.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * An event stream of another node, handed on as it comes. No thread waits for either side: more is
 * asked for when the client has taken what there was.
 */
final class RelayedStream implements Flow.Subscriber<List<ByteBuffer>>, WriteListener {
  private final AsyncContext request;
  private final ServletOutputStream out;
  private final Queue<ByteBuffer> pieces = new ArrayDeque<>();
  private Flow.@Nullable Subscription source;
  private boolean opened;
  private boolean unflushed;
  private boolean finished;
  private boolean asked;
  private boolean ended;

  RelayedStream(AsyncContext request) throws IOException {
    this.request = request;
    this.out = request.getResponse().getOutputStream();
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription subscription) {
    source = subscription;
    goOn();
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> more) {
    asked = false;
    pieces.addAll(more);
    goOn();
  }

  @Override
  public synchronized void onWritePossible() {
    opened = true;
    goOn();
  }

  @Override
  public void onError(Throwable eitherSideIsGone) {
    end();
  }

  @Override
  public synchronized void onComplete() {
    finished = true;
    goOn();
  }

  private void goOn() {
    try {
      while (opened && !ended && out.isReady()) {
        ByteBuffer piece = pieces.poll();
        if (piece != null) {
          byte[] bytes = new byte[piece.remaining()];
          piece.get(bytes);
          out.write(bytes, 0, bytes.length);
          unflushed = true;
        } else if (unflushed) {
          unflushed = false;
          out.flush();
        } else if (finished) {
          end();
        } else {
          askForMore();
          return;
        }
      }
    } catch (IOException clientIsGone) {
      end();
    }
  }

  private void askForMore() {
    if (source != null && !asked) {
      asked = true;
      source.request(1);
    }
  }

  /** Ends the response; its client comes back with the number of what it received last. */
  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    if (source != null) {
      source.cancel();
    }
    try {
      request.complete();
    } catch (IllegalStateException alreadyComplete) {
      // the container was first
    }
  }
}
