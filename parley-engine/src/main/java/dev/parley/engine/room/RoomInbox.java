package dev.parley.engine.room;

import dev.parley.engine.topic.Following;
import dev.parley.engine.topic.Mark;
import dev.parley.engine.topic.OneBatch;
import dev.parley.engine.topic.Reader;
import dev.parley.event.Event;
import dev.parley.message.Arrivals;
import dev.parley.message.Inbox;
import dev.parley.problem.InvalidArgument;
import dev.parley.room.RoomName;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection's second reading of its rooms, for those who ask. There is none until somebody does.
 */
final class RoomInbox implements Inbox {
  /** What is told of the answers. */
  interface Handover {
    /** What follows {@code since} in {@code room} was handed over up to {@code upTo}. */
    void polled(LiveRoom room, long since, long upTo);

    /** What stands up to {@code upTo} arrived. */
    void seen(LiveRoom room, long upTo);
  }

  private record Asked(LiveRoom room, Following following) {}

  private final Supplier<Reader> readers;
  private final Executor drains;
  private final Consumer<RoomInbox> opening;
  private final Handover handover;
  private final Runnable begins;
  private final Map<RoomName, Asked> followings = new HashMap<>();

  /** What the last answer said to give next, and how far each room had been read by then. */
  private long answered = -1;

  private Map<LiveRoom, Long> answeredUpTo = Map.of();
  private @Nullable Reader reader;

  /** One that was cancelled may have taken what nobody was given. */
  private @Nullable CompletableFuture<Arrivals> last;

  /**
   * An inbox nobody has asked.
   *
   * @param readers makes the reading
   * @param drains where answers are made
   * @param opening lets it follow the rooms the connection is in
   * @param handover is told how far it was read
   * @param begins where a call begins; refuses it once the connection is closed
   */
  RoomInbox(
      Supplier<Reader> readers,
      Executor drains,
      Consumer<RoomInbox> opening,
      Handover handover,
      Runnable begins) {
    this.readers = readers;
    this.drains = drains;
    this.opening = opening;
    this.handover = handover;
    this.begins = begins;
  }

  @Override
  public CompletionStage<Arrivals> await(OptionalLong received, int limit, Duration patience) {
    begins.run();
    if (limit < 1 || limit > MOST) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MOST, Map.of("least", 1, "limit", MOST));
    }
    Duration longest = patience.compareTo(LONGEST_WAIT) < 0 ? patience : LONGEST_WAIT;
    Reader asking = open();
    synchronized (this) {
      CompletableFuture<Arrivals> before = last;
      OptionalLong from =
          received.isEmpty() && before != null && before.isCancelled()
              ? OptionalLong.of(Math.max(answered, 0))
              : received;
      noteSeen(received);
      CompletableFuture<Arrivals> answer =
          OneBatch.of(asking, from, limit, longest, drains, this::noteAnswered);
      last = answer;
      return answer;
    }
  }

  /** Whether somebody waits for an answer. */
  synchronized boolean isAwaited() {
    CompletableFuture<Arrivals> answer = last;
    return answer != null && !answer.isDone();
  }

  /** Whoever asks on after an answer has it. */
  private void noteSeen(OptionalLong received) {
    if (received.isEmpty() || received.getAsLong() == answered) {
      answeredUpTo.forEach(handover::seen);
    }
    answeredUpTo = Map.of();
  }

  private synchronized Arrivals noteAnswered(Arrivals arrivals) {
    Map<LiveRoom, Long> upTo = new HashMap<>();
    for (Asked asked : followings.values()) {
      OptionalLong passed = asked.following().passedSeq();
      if (passed.isPresent()) {
        long since = asked.following().begunAfterSeq().orElse(passed.getAsLong());
        upTo.put(asked.room(), passed.getAsLong());
        handover.polled(asked.room(), since, passed.getAsLong());
      }
    }
    answered = arrivals.next();
    answeredUpTo = upTo;
    return arrivals;
  }

  /** Goes on where the asking of the same connection was at another node. */
  void goOnFrom(List<Mark> marks) {
    open().goOnFrom(marks);
  }

  /** Where the asking is; empty where nobody asked. */
  CompletionStage<List<Mark>> mark() {
    Reader asking = asking();
    return asking == null
        ? CompletableFuture.completedFuture(List.of())
        : asking.mark().thenApply(List::of);
  }

  /** Another number once the asking has moved. */
  long progress() {
    Reader asking = asking();
    return asking == null ? 0 : asking.progress();
  }

  private synchronized @Nullable Reader asking() {
    return reader;
  }

  private Reader open() {
    Reader made;
    synchronized (this) {
      if (reader != null) {
        return reader;
      }
      made = readers.get();
      reader = made;
    }
    opening.accept(this);
    return made;
  }

  /** Follows {@code room} beside {@code first}, where somebody has asked. */
  synchronized void follow(LiveRoom room, Following first) {
    Reader asking = reader;
    if (asking != null) {
      followings.computeIfAbsent(
          room.name(), name -> new Asked(room, room.followBeside(first, asking)));
    }
  }

  /** Hands {@code event} over with the next answer, where somebody has asked. */
  synchronized void push(Event event) {
    if (reader != null) {
      reader.push(event);
    }
  }

  synchronized void unfollow(LiveRoom room) {
    Asked asked = followings.remove(room.name());
    if (asked != null) {
      room.unfollow(asked.following());
    }
  }

  /** Answers whoever waits that the connection has ended. */
  synchronized void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
