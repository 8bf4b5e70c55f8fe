package dev.parley.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  private static final List<String> KNOWN = List.of("port", "db", "lease", "max-rooms");

  @ParameterizedTest
  @CsvSource({
    "prot,port", "pot,port", "ports,port", "leas,lease", "laese,lease", "lesae,lease",
    "leses,lease", "maxrooms,max-rooms", "max_room,max-rooms", "d,db", "bd,db", "port,port"
  })
  void nearest_ofATypingMistake_isTheKnownName(String typed, String known) {
    assertThat(Spelling.nearest(typed, KNOWN)).contains(known);
  }

  @ParameterizedTest
  @CsvSource({"root", "lights", "maxrom", "x", "jar", "context"})
  void nearest_ofAnotherName_isNone(String typed) {
    assertThat(Spelling.nearest(typed, KNOWN)).isEmpty();
  }

  @Test
  void nearest_ofTwoKnownNames_isTheNearerOne() {
    assertThat(Spelling.nearest("tokens", List.of("topics", "token"))).contains("token");
    assertThat(Spelling.nearest("beds", List.of("beats", "bees", "beads"))).contains("bees");
  }

  @Test
  void edits_countsEachLetterOnce() {
    assertThat(Spelling.edits("", "abc")).isEqualTo(3);
    assertThat(Spelling.edits("abc", "abc")).isZero();
    assertThat(Spelling.edits("abcd", "acbd")).isEqualTo(1);
    assertThat(Spelling.edits("kitten", "sitting")).isEqualTo(3);
  }
}
