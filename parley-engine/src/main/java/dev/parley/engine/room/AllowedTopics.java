package dev.parley.engine.room;

import com.google.re2j.Matcher;
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
import org.jspecify.annotations.Nullable;

/**
 * The rooms agents may join, post to, read and ask about. A durable topic is the room of the same
 * name, so one list covers both. A pattern has to match the whole name, case-sensitively. Matching
 * takes time in proportion to the length of the name, whatever the pattern.
 */
public final class AllowedTopics {
  /** The topic of presence. It is never allowed, so that no agent waits there. */
  public static final RoomName RESERVED = RoomName.of("parley-presence");

  /** The maximum length of a pattern in UTF-16 units. */
  public static final int MAX_PATTERN = 256;

  /** The maximum number of times that a pattern may repeat a part; a name has 32 characters. */
  public static final int MAX_REPETITIONS = 1_000;

  /** The maximum number of instructions; matching needs a stack frame for each of them. */
  private static final int MAX_PROGRAM = 2_000;

  private static final int MAX_ASCII = 0x7F;
  private static final int MAX_DIGITS = 4;
  private static final Pattern REPETITION = Pattern.compile("(\\)?)\\{([0-9]+)(?:,([0-9]*))?\\}");

  /** Every room except {@link #RESERVED}. */
  public static final AllowedTopics EVERYTHING = new AllowedTopics(Set.of(), List.of());

  private final Set<RoomName> topics;
  private final List<Pattern> patterns;

  private AllowedTopics(Set<RoomName> topics, List<Pattern> patterns) {
    this.topics = topics;
    this.patterns = patterns;
  }

  /**
   * Makes a list of rooms by name and by pattern; an empty list allows every room.
   *
   * @param patterns in the syntax of RE2: no back references, no lookaround
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for {@link #RESERVED} among
   *     the names, and for a pattern that is not valid, too long, not in ASCII, or repeats a part
   *     more than {@value #MAX_REPETITIONS} times
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
    if (source.contains("\\x{") || source.chars().anyMatch(c -> c > MAX_ASCII)) {
      // with (?i), RE2/J 1.8 looks for the other cases of U+1C80 to U+1C88 for ever
      throw InvalidArgument.refusal(
          "post-topics",
          "'" + source + "' has \\x{ or a character beyond ASCII, and names have neither");
    }
    if (repetitions(source) > MAX_REPETITIONS) {
      // RE2/J 1.8 writes a repeated part out, also within one that is repeated
      throw InvalidArgument.refusal(
          "post-topics",
          "'" + source + "' repeats a part too often",
          Map.of("limit", MAX_REPETITIONS));
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(source);
    } catch (PatternSyntaxException wrong) {
      throw InvalidArgument.refusal("post-topics", "'" + source + "' is no pattern of RE2");
    }
    if (pattern.programSize() > MAX_PROGRAM) {
      throw InvalidArgument.refusal("post-topics", "'" + source + "' repeats too large a part");
    }
    return pattern;
  }

  /** Returns at least how often a part is repeated, as if all repeated groups were nested. */
  private static long repetitions(String source) {
    long ofGroups = 1;
    long ofOthers = 1;
    Matcher found = REPETITION.matcher(source);
    while (found.find()) {
      long count = Math.max(1, Math.max(count(found.group(2)), count(found.group(3))));
      if (found.group(1).isEmpty()) {
        ofOthers = Math.max(ofOthers, count);
      } else {
        ofGroups = Math.min(ofGroups * count, MAX_REPETITIONS + 1);
      }
    }
    return ofGroups * ofOthers;
  }

  private static long count(@Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    return digits.length() > MAX_DIGITS ? MAX_REPETITIONS + 1 : Long.parseLong(digits);
  }

  /** Returns true if {@code topic} is allowed. */
  public boolean allow(RoomName topic) {
    if (topic.equals(RESERVED)) {
      return false;
    }
    return (topics.isEmpty() && patterns.isEmpty())
        || topics.contains(topic)
        || patterns.stream().anyMatch(pattern -> pattern.matches(topic.value()));
  }

  /**
   * Refuses a topic that is not allowed.
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
