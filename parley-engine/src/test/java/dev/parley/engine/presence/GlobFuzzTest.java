package dev.parley.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.NamePattern;
import dev.parley.engine.room.AllowedTopics;
import dev.parley.fuzz.FuzzContract;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Patterns over names agree with a table that is slow and simple. */
class GlobFuzzTest extends FuzzContract {
  private static final int MAX_CELLS = 1 << 20;

  /** The part of RE2's syntax that a glob can say. */
  private static final Pattern PLAIN_RE2 = Pattern.compile("([a-z0-9-]|\\.\\*?)*");

  @Override
  protected void check(byte[] input) {
    List<String> texts = texts(input, 2);
    String pattern = texts.get(0);
    String text = texts.get(1);
    boolean isSmall = (long) pattern.length() * text.length() < MAX_CELLS;
    boolean matches = new Glob(pattern).matches(text);
    if (isSmall) {
      assertThat(matches).isEqualTo(tableMatches(pattern, text));
    }
    assertThat(new Glob(text.replaceAll("[*?]", "x")).matches(text.replaceAll("[*?]", "x")))
        .isTrue();
    checkNames(pattern, text);
    checkTopics(pattern, text);
  }

  private static void checkNames(String pattern, String text) {
    Optional<NamePattern> names = accepted(() -> new NamePattern(pattern));
    Optional<AgentId> agent = accepted(() -> AgentId.of(text));
    if (names.isPresent() && agent.isPresent()) {
      boolean below =
          pattern.endsWith(".*")
              && tableMatches(pattern.substring(0, pattern.length() - 2), agent.get().value());
      assertThat(names.get().matches(agent.get()))
          .isEqualTo(below || tableMatches(pattern, agent.get().value()));
    }
  }

  private static void checkTopics(String pattern, String text) {
    Optional<AllowedTopics> topics = accepted(() -> AllowedTopics.of(List.of(), List.of(pattern)));
    Optional<RoomName> room = accepted(() -> RoomName.of(text));
    topics.ifPresent(all -> assertThat(all.allow(AllowedTopics.RESERVED)).isFalse());
    if (topics.isPresent() && room.isPresent() && !room.get().equals(AllowedTopics.RESERVED)) {
      boolean allowed = topics.get().allow(room.get());
      if (PLAIN_RE2.matcher(pattern).matches()) {
        String glob = pattern.replaceAll("\\.(?!\\*)", "?").replace(".*", "*");
        assertThat(allowed).isEqualTo(tableMatches(glob, text));
      }
    }
  }

  private static <T> Optional<T> accepted(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (ParleyException refused) {
      assertThat(refused.problem()).isInstanceOf(InvalidArgument.class);
      return Optional.empty();
    }
  }

  /** Returns whether {@code pattern} matches: one cell for each pair of a prefix of both. */
  private static boolean tableMatches(String pattern, String text) {
    boolean[][] matches = new boolean[pattern.length() + 1][text.length() + 1];
    matches[0][0] = true;
    for (int p = 1; p <= pattern.length(); p++) {
      char wanted = pattern.charAt(p - 1);
      for (int t = 0; t <= text.length(); t++) {
        if (wanted == '*') {
          matches[p][t] = matches[p - 1][t] || (t > 0 && matches[p][t - 1]);
        } else if (t > 0) {
          boolean takes = wanted == '?' || wanted == text.charAt(t - 1);
          matches[p][t] = takes && matches[p - 1][t - 1];
        }
      }
    }
    return matches[pattern.length()][text.length()];
  }
}
