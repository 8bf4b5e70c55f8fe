package dev.parley.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A property that holds for every input. Every build checks it with the inputs of the repository:
 * {@code src/test/fuzz/NAME.seeds}, written by hand, and {@code NAME.found}, which the fuzzer found
 * to reach other code. The profile {@code fuzz} searches for an input that breaks it.
 */
public abstract class FuzzContract {
  private static final Path INPUTS = Path.of("src", "test", "fuzz");
  private static final long MAX_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int ATTEMPTS = 3;

  /** Checks the property; whatever it throws is a fault. */
  protected abstract void check(byte[] input) throws Exception;

  /** Returns the name of the files with its inputs. */
  final String name() {
    return getClass().getSimpleName().replaceFirst("FuzzTest$", "");
  }

  static Path seeds(String name) {
    return INPUTS.resolve(name + ".seeds");
  }

  static Path found(String name) {
    return INPUTS.resolve(name + ".found");
  }

  /** Returns the inputs of the repository, and the empty one. */
  final List<byte[]> inputs() throws IOException {
    List<byte[]> inputs = new ArrayList<>(List.of(new byte[0]));
    inputs.addAll(InputLines.read(seeds(name())));
    inputs.addAll(InputLines.read(found(name())));
    return inputs;
  }

  @Test
  void inputs_ofTheRepository_keepTheProperty() throws Exception {
    for (byte[] input : inputs()) {
      try {
        checkInTime(input);
      } catch (Throwable broken) {
        throw new AssertionError("broken by the input " + InputLines.line(input), broken);
      }
    }
  }

  @Test
  @Tag("fuzz")
  void inputs_ofTheFuzzer_keepTheProperty() throws Exception {
    new FuzzRun(this).run();
  }

  /** Checks the property, and that no attempt of three is done within a second is a fault, too. */
  final void checkInTime(byte[] input) throws Exception {
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && least > MAX_NANOS; attempt++) {
      long from = System.nanoTime();
      check(input);
      least = Math.min(least, System.nanoTime() - from);
    }
    if (least > MAX_NANOS) {
      throw new AssertionError("it took " + Duration.ofNanos(least));
    }
  }

  /** Returns the parts of {@code input} between bytes 0: as many as asked for, the rest empty. */
  protected static List<String> texts(byte[] input, int count) {
    String[] split = new String(input, StandardCharsets.UTF_8).split("\0", count);
    List<String> texts = new ArrayList<>(List.of(split));
    while (texts.size() < count) {
      texts.add("");
    }
    return texts;
  }
}
