package dev.parley.id;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {

  @Test
  void key_ofTheGreatestLength_isOneAndOneLongerIsRefused() {
    String longest = "k".repeat(IdempotencyKey.MAX_LENGTH);
    assertThat(IdempotencyKey.of(longest).orElseThrow().value()).isEqualTo(longest);
    assertThat(IdempotencyKey.MAX_LENGTH).isEqualTo(256);
    assertThat(refusedField(() -> IdempotencyKey.of(longest + "k"))).isEqualTo("idempotency_key");
  }

  @Test
  void emptyText_isNoKey() {
    assertThat(IdempotencyKey.of("")).isEmpty();
    assertThat(refusedField(() -> new IdempotencyKey(""))).isEqualTo("idempotency_key");
  }

  @Test
  void textWithU0000_isRefused() {
    assertThat(refusedField(() -> IdempotencyKey.of("a\0"))).isEqualTo("idempotency_key");
  }
}
