package dev.parley.engine.session;

import dev.parley.engine.log.LogReader;
import dev.parley.event.RecordedEvent;
import dev.parley.message.Subscription;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The followers of a session. Each has a number, and reads after it whenever it is woken. */
final class EventFollowers {
  /** The changes in memory at once for one follower. */
  private static final PageSize<RecordedEvent> PAGE =
      new PageSize<>(256, 1 << 20, RecordedEvent::contentLength);

  private final List<LogReader<RecordedEvent>> all = new CopyOnWriteArrayList<>();

  /** The number of the last change they were woken for by a look. */
  private volatile long lookedAt;

  Subscription add(
      LiveSession session, long after, Consumer<RecordedEvent> consumer, Executor executor) {
    LogReader<RecordedEvent> reader =
        new LogReader<>(
            after,
            seq -> session.events(seq, Set.of(), PAGE, Optional.empty()),
            RecordedEvent::seq,
            consumer,
            executor);
    all.add(reader);
    reader.wake();
    return () -> {
      all.remove(reader);
      reader.end();
    };
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  void wake() {
    all.forEach(LogReader::wake);
  }

  /** Wakes those that have not seen {@code last}, and those whose last reading failed. */
  void lookAgain(long last) {
    boolean isNew = last > lookedAt;
    lookedAt = last;
    all.stream().filter(reader -> isNew || reader.hasFailed()).forEach(LogReader::wake);
  }

  /** Delivers an event that is not stored, made with the number each follower has reached. */
  void deliver(LongFunction<RecordedEvent> event) {
    all.forEach(reader -> reader.pass(event));
  }
}
