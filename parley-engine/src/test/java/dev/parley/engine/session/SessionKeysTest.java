package dev.parley.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionKeysTest {
  private static final int MANY = 10_000;

  @Test
  void keys_areShortAndDiffer() {
    Set<String> keys = Stream.generate(SessionKeys::next).limit(MANY).collect(Collectors.toSet());
    assertThat(keys).hasSize(MANY).allMatch(key -> key.matches("[0-9a-z]{10}"));
  }
}
