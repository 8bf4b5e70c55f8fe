package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Arguments;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One declaration makes the schema of an argument, its reading and its refusal. */
class ParamTest {
  private static final Param<Long> LIMIT = Param.integer("limit", 1, 100, "d");

  @Test
  void number_atABound_isTaken() {
    assertThat(LIMIT.find(given(1))).contains(1L);
    assertThat(LIMIT.find(given(100))).contains(100L);
    assertThat(LIMIT.find(Arguments.ofAny(Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 101, Long.MIN_VALUE, Long.MAX_VALUE})
  void number_pastABound_isRefusedSayingBoth(long number) {
    InvalidArgument refused =
        (InvalidArgument)
            catchThrowableOfType(ParleyException.class, () -> LIMIT.find(given(number))).problem();
    assertThat(refused.field()).isEqualTo("limit");
    assertThat(refused.details()).containsEntry("least", 1L).containsEntry("limit", 100L);
  }

  @Test
  void schema_hasTheSameBounds() {
    assertThat(LIMIT.schema())
        .containsEntry("type", "integer")
        .containsEntry("minimum", 1L)
        .containsEntry("maximum", 100L);
  }

  private static Arguments given(long number) {
    return Arguments.ofAny(Map.of("limit", number));
  }
}
