package dev.parley.war.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.id.AgentId;
import dev.parley.war.testing.Eventually;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stream of a page in a browser that takes everything at once. */
final class OpenStream {
  static final AgentId PERSON = new AgentId("ann");

  private static final Duration BOUND = Duration.ofSeconds(8);

  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final PageStream stream;

  private OpenStream(Feed feed, Consumer<PageStream> beforeHello) throws IOException {
    stream =
        new PageStream(
            request(),
            nanos -> {
              if (begun.compareAndSet(false, true)) {
                beforeHello.accept(stream());
              }
            },
            Optional.empty(),
            PERSON,
            Optional.empty(),
            false,
            feed::over);
    feed.open(stream);
    stream.listener().onWritePossible();
  }

  static OpenStream of(Feed feed) {
    return of(feed, () -> {});
  }

  /** Opens one where something happens right before it is written to for the first time. */
  static OpenStream of(Feed feed, Runnable beforeHello) {
    return opened(feed, unused -> beforeHello.run());
  }

  /** Opens one whose login ends right before it is written to for the first time. */
  static OpenStream ending(Feed feed) {
    return opened(feed, PageStream::end);
  }

  private static OpenStream opened(Feed feed, Consumer<PageStream> beforeHello) {
    try {
      return new OpenStream(feed, beforeHello);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PageStream stream() {
    return stream;
  }

  String text() {
    return taken.toString(UTF_8);
  }

  /** Waits until the stream has brought these words, for a while at most. */
  void mayGet(String words, Duration bound) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!text().contains(words) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Waits until the stream has brought these words; less long than the feed's safety takes. */
  void awaits(String words) {
    Eventually.eventually("the page gets " + words, BOUND, () -> text().contains(words));
  }

  private AsyncContext request() {
    ServletOutputStream out =
        new ServletOutputStream() {
          @Override
          public boolean isReady() {
            return true;
          }

          @Override
          public void setWriteListener(WriteListener listener) {}

          @Override
          public void write(int one) {
            taken.write(one);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            taken.write(bytes, from, length);
          }
        };
    ServletResponse response = proxy(ServletResponse.class, out);
    return proxy(AsyncContext.class, response);
  }

  /** Answers every question with the same, and does nothing. */
  private static <T> T proxy(Class<T> type, @Nullable Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType().isInstance(answer) ? answer : null));
  }
}
