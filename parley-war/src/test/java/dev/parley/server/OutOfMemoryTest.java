package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process whose memory is used up ends, wherever the error is met, and however it is caught. */
class OutOfMemoryTest {
  /** A thread that asks again at once keeps the JVM collecting, and all others from running. */
  private static final long PAUSE_NANOS = 50_000_000;

  /** Stays full also where the thread that filled it has ended. */
  private static final List<byte[]> HELD = new ArrayList<>();

  /** Of the way in which the error is met. */
  public static void main(String[] args) throws InterruptedException {
    OutOfMemory.endsTheProcess();
    switch (args[0]) {
      case "uncaught" -> new Thread(() -> fill(new ArrayList<>())).start();
      case "logged" -> fillAndLog();
      case "swallowed" -> {
        // linked while there is memory: an error in the pause would end the process by another way
        LockSupport.parkNanos(1);
        Thread zombie = new Thread(() -> fillForEver(HELD), "zombie");
        zombie.start();
        zombie.join();
      }
      case "other" -> {
        Thread other =
            new Thread(
                () -> {
                  throw new IllegalStateException("no matter");
                });
        other.start();
        other.join();
        System.out.println("goes on");
        System.exit(0);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    Thread.currentThread().join();
  }

  private static void fillAndLog() {
    var unused =
        Executors.newSingleThreadExecutor()
            .submit(
                () -> {
                  try {
                    byte[] more = new byte[Integer.MAX_VALUE - 8];
                    more[0] = 1;
                  } catch (Error e) {
                    Logger.getLogger("any").log(Level.SEVERE, "A request failed.", e);
                  }
                });
  }

  private static void fill(List<byte[]> held) {
    while (true) {
      held.add(new byte[1 << 16]);
    }
  }

  /** As a framework that catches everything and says nothing. */
  private static void fillForEver(List<byte[]> held) {
    while (true) {
      try {
        fill(held);
      } catch (OutOfMemoryError full) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncaught", "logged", "swallowed"})
  void process_withoutMemory_endsWithAMessage(String way) throws Exception {
    Ended ended = run(way);
    assertThat(ended.printed()).contains("memory of this process is used up", "-Xmx1g");
    assertThat(ended.exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = "other")
  void process_afterAnotherError_goesOn(String way) throws Exception {
    Ended ended = run(way);
    assertThat(ended.printed()).contains("goes on", "no matter").doesNotContain("used up");
    assertThat(ended.exit()).isZero();
  }

  private record Ended(int exit, String printed) {}

  private static Ended run(String way) throws Exception {
    Path printed = Files.createTempFile("out-of-memory-", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-cp",
                System.getProperty("java.class.path"),
                OutOfMemoryTest.class.getName(),
                way)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
      return new Ended(process.exitValue(), Files.readString(printed));
    } finally {
      process.destroyForcibly();
      Files.delete(printed);
    }
  }
}
