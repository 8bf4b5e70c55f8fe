package dev.parley.engine;

import static dev.parley.Eventually.eventually;

import dev.parley.Parley;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.RecordedFile;
import dev.parley.id.SessionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The words of {@link BoardWriter}s, each with the number of writes when it was said. */
final class RecordedWriters {
  private static final int WORDS = 200;

  /** A word, and how much was written when it was said. */
  private record Heard(int writes, Said said) {}

  private final List<Heard> heard = Collections.synchronizedList(new ArrayList<>());

  private RecordedWriters() {}

  /**
   * Writes to a recorded file until enough was said, all in one session.
   *
   * @param settings further settings of the URL
   */
  static RecordedWriters run(
      RecordedFile file, String round, String settings, Durability durability)
      throws InterruptedException {
    return run(file, round, settings, durability, writer -> BoardWriter.SESSION);
  }

  /** The same with a session for each writer, so that they do not share commits. */
  static RecordedWriters runApart(
      RecordedFile file, String round, String settings, Durability durability)
      throws InterruptedException {
    return run(file, round, settings, durability, SessionId::new);
  }

  private static RecordedWriters run(
      RecordedFile file,
      String round,
      String settings,
      Durability durability,
      Function<String, SessionId> sessions)
      throws InterruptedException {
    RecordedWriters run = new RecordedWriters();
    AtomicBoolean goesOn = new AtomicBoolean(true);
    try (Parley parley =
        BoardWriter.settings().database(file.url() + settings).durability(durability).build()) {
      List<Thread> writers =
          IntStream.range(0, BoardWriter.THREADS)
              .mapToObj(
                  i ->
                      new Thread(
                          new BoardWriter(
                              parley,
                              sessions.apply(round + "t" + i),
                              round + "t" + i,
                              said -> run.heard.add(new Heard(file.writes(), said)),
                              goesOn::get)))
              .toList();
      writers.forEach(Thread::start);
      eventually("enough was said", () -> run.heard.size() >= WORDS);
      goesOn.set(false);
      for (Thread writer : writers) {
        writer.join();
      }
    }
    return run;
  }

  /** The number of writes when the first word was said. */
  int firstSaidAfter() {
    return heard.get(0).writes();
  }

  /** The number of writes when the last word was said. */
  int lastSaidAfter() {
    return heard.stream().mapToInt(Heard::writes).max().orElseThrow();
  }

  /** Those words said by then that {@link FileLook} finds, without their values. */
  Set<Said> saidAfter(int writes) {
    Set<Said> said = new HashSet<>();
    heard.stream()
        .filter(word -> word.writes() <= writes && FileLook.finds(word.said()))
        .forEach(word -> said.add(new Said(word.said().what(), word.said().key(), "")));
    return said;
  }
}
