package dev.parley.engine.hook;

import dev.parley.engine.concurrent.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the output of a command, so that the command never waits for a reader. It checks what is
 * available before it reads, and so never waits itself. A program left behind that keeps the pipe
 * open blocks no thread of ours.
 */
final class OutputPump {
  private static final long MIN_PAUSE_NANOS = 20_000;
  private static final long MAX_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final Process process;
  private final CappedOutput capped = new CappedOutput();
  private final Thread thread;

  OutputPump(Process process) {
    this.process = process;
    this.thread = DaemonThreads.of("parley-hook-output", this::pump);
  }

  void start() {
    thread.start();
  }

  /**
   * Returns the output, once the process has ended. A program that still writes finds the pipe
   * closed.
   */
  String finish() {
    boolean interrupted = false;
    try {
      thread.join(LAST_WORDS.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    try {
      // The JDK reads the rest until it finds nothing, which under a flood may be never.
      process.getInputStream().close();
    } catch (IOException e) {
      // The pipe is closed, as intended.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return capped.text();
  }

  private void pump() {
    InputStream output = process.getInputStream();
    byte[] buffer = new byte[64 * 1024];
    try {
      boolean ended = false;
      long pause = MIN_PAUSE_NANOS;
      while (true) {
        int there = output.available();
        if (there > 0) {
          int count = output.read(buffer, 0, Math.min(there, buffer.length));
          capped.take(buffer, Math.max(0, count));
          pause = MIN_PAUSE_NANOS;
        } else if (ended) {
          return;
        } else {
          // Only output that is missing after the end will stay missing.
          ended = !process.isAlive();
          if (!ended) {
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
          }
        }
      }
    } catch (IOException e) {
      // The pipe was closed: there is no more to read.
    }
  }
}
