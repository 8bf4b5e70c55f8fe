package dev.parley.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemCodeTest {

  /** API: a line is added, never changed or taken away. */
  @Test
  void wireNames_areTheseAndOnlyGrow() {
    assertThat(
            Arrays.stream(ProblemCode.values()).map(code -> code.wireName() + " " + code.retry()))
        .containsExactly(
            "invalid_argument NEVER",
            "not_in_room AFTER_READING_AGAIN",
            "rate_limited LATER",
            "loop_stopped NEVER",
            "repeated LATER",
            "urgent_refused NEVER",
            "name_reserved NEVER",
            "limit_reached AFTER_READING_AGAIN",
            "connection_closed NEVER",
            "unavailable LATER",
            "internal_error LATER",
            "not_found AFTER_READING_AGAIN",
            "permission_denied NEVER",
            "unknown_dependency NEVER",
            "dependencies_open LATER",
            "gates_open LATER",
            "derivation_limit NEVER",
            "invalid_transition AFTER_READING_AGAIN",
            "claim_lost AFTER_READING_AGAIN",
            "already_submitted NEVER",
            "hook_failed LATER",
            "team_unusable LATER",
            "position_lost AFTER_READING_AGAIN",
            "topic_not_allowed NEVER",
            "section_changed AFTER_READING_AGAIN",
            "storage_full LATER",
            "key_reused NEVER");
  }

  @ParameterizedTest
  @EnumSource(ProblemCode.class)
  void remedy_ofEveryCode_isOneSentence(ProblemCode code) {
    assertThat(code.remedy()).matches("[A-Z][^.]+\\.");
  }
}
