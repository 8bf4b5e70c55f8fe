package dev.parley.war.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one body as it arrives. No thread waits for a client that sends slowly, and one that sends
 * too slowly is not waited for.
 */
public final class BodyReader implements ReadListener {
  /** Context attribute: true where the server lets bodies be read so. */
  private static final String READS_AHEAD = "parley.reads-ahead";

  /** The time a whole body may take. */
  static final Duration MAX_TIME = Duration.ofSeconds(60);

  /**
   * The bytes that are read of a body past its bound, so that its sender gets to read the refusal.
   */
  private static final long MAX_DISCARDED = 64L << 20;

  private static final int FIRST_BYTES = 4096;
  private static final BodyBudget BUDGET = new BodyBudget();

  private final ServletInputStream in;
  private final int keep;
  private final BiConsumer<Outcome, byte[]> then;
  private final AtomicBoolean over = new AtomicBoolean();
  private final byte[] piece = new byte[FIRST_BYTES];
  private byte[] read = new byte[0];
  private int length;
  private long discarded;
  private long taken;

  /** The outcome of reading a body. */
  public enum Outcome {
    /** The body has arrived, or as much of it as is kept. */
    WHOLE,
    /** It broke off, or is not encoded as its headers say. */
    BROKEN,
    /** It took too long. */
    TOO_SLOW,
    /** Too much of other bodies is being read. */
    NO_ROOM
  }

  private BodyReader(ServletInputStream in, int keep, BiConsumer<Outcome, byte[]> then) {
    this.in = in;
    this.keep = keep;
    this.then = then;
  }

  /**
   * Returns whether bodies are read so in this deployment: where the server behind it was seen to
   * go on with a request after its {@code ReadListener} dispatched it. In an application server the
   * container reads, in its own time.
   */
  public static boolean isUsed(HttpServletRequest request) {
    return request.isAsyncSupported()
        && Boolean.TRUE.equals(request.getServletContext().getAttribute(READS_AHEAD));
  }

  /** Returns whether {@code request} has a body, of a known length or not. */
  public static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /** Returns whether all of the body can be read without waiting for the client. */
  public static boolean isHere(HttpServletRequest request) throws IOException {
    long length = request.getContentLengthLong();
    return length >= 0 && request.getInputStream().available() >= length;
  }

  /**
   * Suspends {@code request} and reads its body.
   *
   * @param keep how many bytes of it are kept; what comes after them is thrown away
   * @param then called once, with what was kept; the request is suspended until it is dispatched or
   *     completed there
   */
  public static void read(HttpServletRequest request, int keep, BiConsumer<Outcome, byte[]> then)
      throws IOException {
    ServletInputStream in = request.getInputStream();
    AsyncContext suspended = request.startAsync();
    suspended.setTimeout(MAX_TIME.toMillis());
    BodyReader reader = new BodyReader(in, keep, then);
    suspended.addListener(new End(reader));
    in.setReadListener(reader);
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (!over.get() && in.isReady() && !in.isFinished()) {
      int more = in.read(piece);
      if (more < 0) {
        return;
      }
      if (!keep(more)) {
        end(Outcome.NO_ROOM);
      } else if (discarded > MAX_DISCARDED) {
        end(Outcome.WHOLE);
      }
    }
  }

  private boolean keep(int more) {
    int kept = Math.min(more, keep - length);
    discarded += more - kept;
    if (length + kept > read.length) {
      int larger = Math.min(keep, Math.max(FIRST_BYTES, 2 * (length + kept)));
      long needed = larger > BodyBudget.FREE_BYTES ? larger : 0;
      if (needed > taken) {
        if (!BUDGET.take(needed - taken)) {
          return false;
        }
        taken = needed;
      }
      read = Arrays.copyOf(read, larger);
    }
    System.arraycopy(piece, 0, read, length, kept);
    length += kept;
    return true;
  }

  @Override
  public void onAllDataRead() {
    end(Outcome.WHOLE);
  }

  @Override
  public void onError(Throwable failure) {
    end(failure instanceof TimeoutException ? Outcome.TOO_SLOW : Outcome.BROKEN);
  }

  private void end(Outcome outcome) {
    if (over.compareAndSet(false, true)) {
      BUDGET.giveBack(taken);
      then.accept(outcome, length == read.length ? read : Arrays.copyOf(read, length));
    }
  }

  /**
   * The end of a request whose body is read. WildFly makes a component of each class of this kind,
   * for which it needs a public constructor without arguments.
   */
  public static final class End implements AsyncListener {
    private final @Nullable BodyReader reader;

    /** Makes a listener that ends nothing. */
    public End() {
      this.reader = null;
    }

    private End(BodyReader reader) {
      this.reader = reader;
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      end(Outcome.TOO_SLOW);
    }

    @Override
    public void onError(AsyncEvent event) {
      end(Outcome.BROKEN);
    }

    @Override
    public void onComplete(AsyncEvent event) {
      // the request has been answered
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // the code that answers it suspends it anew
    }

    private void end(Outcome outcome) {
      if (reader != null) {
        reader.end(outcome);
      }
    }
  }
}
