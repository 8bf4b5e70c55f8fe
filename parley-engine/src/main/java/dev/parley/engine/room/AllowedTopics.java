package dev.parley.engine.room;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TopicNotAllowed;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which rooms agents may join, post to, read and ask about. A topic of the bus is the room of the
 * same name, so one list stands for both. A pattern has to match the whole name, in upper and lower
 * case as it is; matching takes time in proportion to the length of the name, whatever the pattern.
 */
public final class AllowedTopics {
  /** The topic that says who is there elsewhere; nothing allows it, so that nobody waits there. */
  public static final RoomName RESERVED = RoomName.of("parley-presence");

  /** The most UTF-16 units of a pattern. */
  public static final int MAX_PATTERN = 256;

  /** Every room but {@link #RESERVED}. */
  public static final AllowedTopics EVERYTHING = new AllowedTopics(Set.of(), List.of());

  private final Set<RoomName> topics;
  private final List<Pattern> patterns;

  private AllowedTopics(Set<RoomName> topics, List<Pattern> patterns) {
    this.topics = topics;
    this.patterns = patterns;
  }

  /**
   * The rooms of these names, and those whose names a pattern matches; of neither any, every room.
   *
   * @param patterns in the syntax of RE2: no back references, no looking around
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for {@link #RESERVED} among
   *     the names, and for a pattern that is none or too long
   */
  public static AllowedTopics of(Collection<RoomName> topics, List<String> patterns) {
    if (topics.contains(RESERVED)) {
      throw InvalidArgument.refusal("topics", "'" + RESERVED + "' is reserved; leave it out");
    }
    return new AllowedTopics(
        new LinkedHashSet<>(topics), patterns.stream().map(AllowedTopics::pattern).toList());
  }

  private static Pattern pattern(String source) {
    if (source.length() > MAX_PATTERN) {
      throw InvalidArgument.refusal(
          "post-topics",
          "a pattern has " + source.length() + " characters",
          Map.of("limit", MAX_PATTERN));
    }
    try {
      return Pattern.compile(source);
    } catch (PatternSyntaxException wrong) {
      throw InvalidArgument.refusal("post-topics", "'" + source + "' is no pattern of RE2");
    }
  }

  /** Whether {@code topic} may be named. */
  public boolean allow(RoomName topic) {
    if (topic.equals(RESERVED)) {
      return false;
    }
    return (topics.isEmpty() && patterns.isEmpty())
        || topics.contains(topic)
        || patterns.stream().anyMatch(pattern -> pattern.matches(topic.value()));
  }

  /**
   * Refuses what may not be named.
   *
   * @throws dev.parley.problem.ParleyException {@code topic_not_allowed}
   */
  public void check(RoomName topic) {
    if (!allow(topic)) {
      throw new ParleyException(
          new TopicNotAllowed(
              topic.value(),
              topics.stream().map(RoomName::value).toList(),
              patterns.stream().map(Pattern::pattern).toList()));
    }
  }
}
