package dev.parley.permission;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionDraftTest {
  private static PermissionDraft draft(String code, String tool, String description, String input) {
    return new PermissionDraft(code, tool, description, input);
  }

  @Test
  void longestTexts_areTaken_andLongerOnesAreRefused() {
    String tool = "t".repeat(PermissionDraft.MAX_TOOL);
    String description = "d".repeat(PermissionDraft.MAX_DESCRIPTION);
    String input = "i".repeat(PermissionDraft.MAX_INPUT);
    assertThat(draft("abcde", tool, description, input).input()).isEqualTo(input);
    assertThat(draft("abcde", "Bash", "", "").description()).isEmpty();
    assertThat(refusedField(() -> draft("abcde", "", "", ""))).isEqualTo("tool_name");
    assertThat(refusedField(() -> draft("abcde", tool + "t", "", ""))).isEqualTo("tool_name");
    assertThat(refusedField(() -> draft("abcde", tool, description + "d", "")))
        .isEqualTo("description");
    assertThat(refusedField(() -> draft("abcde", tool, "", input + "i")))
        .isEqualTo("input_preview");
    assertThat(refusedField(() -> draft("abcde", tool, "", "\u0000"))).isEqualTo("input_preview");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abcd", "abcdef", "abcdl", "ABCDE", "abcd1", "abcde\n"})
  void code_ofAnotherForm_isRefused(String code) {
    assertThat(refusedField(() -> draft(code, "Bash", "", ""))).isEqualTo("request_id");
  }
}
