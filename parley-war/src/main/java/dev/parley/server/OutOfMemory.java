package dev.parley.server;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Ends this process with {@value #EXIT} on the first {@link OutOfMemoryError} that anybody meets,
 * as {@code -XX:+ExitOnOutOfMemoryError} would, for which {@code java -jar} has no place. What is
 * left of a server without memory answers nobody, and no supervisor sees it.
 *
 * <p>Such an error is thrown wherever memory is asked for, and much of what runs here catches
 * everything. So it is met in four places: where a thread ends by it, where it is logged, where
 * Jetty catches it, and where this asks for a little memory itself, once a second.
 */
final class OutOfMemory {
  /** As HotSpot's own flag has it. */
  static final int EXIT = 3;

  /** Less than G1 gives a region of its own, more than what the last few objects leave. */
  private static final int ASKED_FOR = 128 * 1024;

  private static final long EVERY_MILLIS = 1_000;
  private static final int DEEPEST = 16;

  /** Made while there is memory. */
  private static final byte[] WORDS =
      ("parley: the memory of this process is used up (OutOfMemoryError), so it ends, with "
              + EXIT
              + ". What was acknowledged is kept. Start it again; java -Xmx1g -jar parley.war gives"
              + " it more.\n")
          .getBytes(StandardCharsets.UTF_8);

  private static final Runtime RUNTIME = Runtime.getRuntime();
  private static final FileOutputStream ERRORS = new FileOutputStream(FileDescriptor.err);

  private OutOfMemory() {}

  /** Ends the process on such an error from now on. */
  static void endsTheProcess() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> {
          try {
            endOn(thrown);
          } catch (OutOfMemoryError none) {
            end();
          }
          if (before != null) {
            before.uncaughtException(thread, thrown);
          } else {
            System.err.println("Exception in thread " + thread.getName());
            thrown.printStackTrace();
          }
        });
    listenToTheLog();
    Thread asking = new Thread(OutOfMemory::ask, "parley-memory");
    asking.setDaemon(true);
    asking.start();
  }

  /** Ends the process if {@code thrown} is such an error, or came from one. */
  static void endOn(Throwable thrown) {
    Throwable at = thrown;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      if (at instanceof OutOfMemoryError) {
        end();
      }
      at = at.getCause();
    }
  }

  /** Hooks of the end would wait for memory, too. */
  private static void end() {
    try {
      ERRORS.write(WORDS);
    } catch (IOException | Error nobodyReadsIt) {
      // it ends all the same
    }
    RUNTIME.halt(EXIT);
  }

  /** Before those that write it, as writing takes memory. */
  private static void listenToTheLog() {
    Logger root = Logger.getLogger("");
    Handler[] writing = root.getHandlers();
    for (Handler handler : writing) {
      root.removeHandler(handler);
    }
    root.addHandler(new Listening());
    for (Handler handler : writing) {
      root.addHandler(handler);
    }
  }

  private static void ask() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        byte[] some = new byte[ASKED_FOR];
        some[some.length - 1] = 1;
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } catch (OutOfMemoryError none) {
      end();
    }
  }

  private static final class Listening extends Handler {
    @Override
    public void publish(LogRecord logged) {
      if (logged != null && logged.getThrown() != null) {
        endOn(logged.getThrown());
      }
    }

    @Override
    public void flush() {
      // nothing is kept
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
