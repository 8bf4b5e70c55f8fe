package dev.parley.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionIdsTest {
  private static final int MANY = 10_000;

  @Test
  void keys_areShortAndDiffer() {
    Set<String> keys = Stream.generate(SessionIds::nextKey).limit(MANY).collect(Collectors.toSet());
    assertThat(keys).hasSize(MANY).allMatch(key -> key.matches("[0-9a-z]{10}"));
  }

  @Test
  void idOfAStart_hasTheTimeInUtc() {
    assertThat(SessionIds.ofStart(Instant.parse("2026-03-04T05:06:07.8Z")).value())
        .matches("2026-03-04-050607-[0-9a-f]{4}");
  }
}
