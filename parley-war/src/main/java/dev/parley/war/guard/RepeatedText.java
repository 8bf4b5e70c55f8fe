package dev.parley.war.guard;

import dev.parley.problem.MessageRepeated;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answers that one agent gave lately, by the room or agent they went to. An answer is what it
 * sends there after it was handed something since it last sent there. Texts count as the same
 * without regard to case and white space.
 */
final class RepeatedText {
  /** The time within which repeats count. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** The repeat that is refused: the same answer for the fourth time. */
  static final int REFUSED_REPEAT = 3;

  static final int MAX_DESTINATIONS = 16;
  static final int MAX_ANSWERS = 16;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final InstantSource clock;
  private volatile long handed;
  private final Map<String, Destination> destinations = new LinkedHashMap<>();

  private record Answer(long text, int key, long at) {}

  /** The answers that went to one destination. */
  private static final class Destination {
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private long handedBefore;
  }

  RepeatedText(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes that the agent was handed something. */
  synchronized void handed() {
    handed++;
  }

  /** Forgets all answers. */
  synchronized void clear() {
    destinations.clear();
    handed = 0;
  }

  /**
   * Checks an answer that is about to be sent.
   *
   * @throws ParleyException {@code repeated}
   */
  void check(String destination, String text, Optional<String> key) {
    if (handed == 0) {
      return;
    }
    synchronized (this) {
      Destination to = destinations.get(destination);
      if (to == null || !isAnswer(to)) {
        return;
      }
      long now = clock.millis();
      long hash = hash(text);
      int keyHash = key.hashCode();
      int same = 0;
      long oldest = now;
      for (Answer answer : to.answers) {
        if (answer.text == hash && now - answer.at < WINDOW.toMillis()) {
          if (key.isPresent() && answer.key == keyHash) {
            return;
          }
          oldest = same == 0 ? answer.at : oldest;
          same++;
        }
      }
      if (same >= REFUSED_REPEAT) {
        long left = Math.max(1, oldest + WINDOW.toMillis() - now);
        throw new ParleyException(
            new MessageRepeated(REFUSED_REPEAT, WINDOW, Duration.ofMillis(left)));
      }
    }
  }

  /** Notes what was sent. */
  void sent(String destination, String text, Optional<String> key) {
    if (handed == 0) {
      return;
    }
    synchronized (this) {
      Destination to = find(destination);
      if (!isAnswer(to)) {
        return;
      }
      to.handedBefore = handed;
      to.answers.addLast(new Answer(hash(text), key.hashCode(), clock.millis()));
      if (to.answers.size() > MAX_ANSWERS) {
        to.answers.removeFirst();
      }
    }
  }

  private boolean isAnswer(Destination to) {
    return handed > to.handedBefore;
  }

  private Destination find(String name) {
    @Nullable Destination known = destinations.remove(name);
    Destination to = known == null ? new Destination() : known;
    if (destinations.size() >= MAX_DESTINATIONS) {
      destinations.remove(destinations.keySet().iterator().next());
    }
    destinations.put(name, to);
    return to;
  }

  /** Returns a hash without regard to case and to how much white space there is between words. */
  static long hash(String text) {
    long hash = FNV_OFFSET;
    boolean gap = false;
    boolean begun = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        gap = begun;
      } else {
        if (gap) {
          hash = (hash ^ ' ') * FNV_PRIME;
          gap = false;
        }
        begun = true;
        hash = (hash ^ Character.toLowerCase(c)) * FNV_PRIME;
      }
    }
    return hash;
  }
}
