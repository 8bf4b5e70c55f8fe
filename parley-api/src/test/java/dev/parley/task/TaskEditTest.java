package dev.parley.task;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.NothingToChange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskEditTest {

  @Test
  void edit_ofOneField_leavesTheOthersOut() {
    assertThat(TaskEdit.titled("t"))
        .isEqualTo(new TaskEdit(Optional.of("t"), Optional.empty(), Optional.empty()));
    assertThat(TaskEdit.described(""))
        .isEqualTo(new TaskEdit(Optional.empty(), Optional.of(""), Optional.empty()));
    assertThat(TaskEdit.ranked(Priority.LOW))
        .isEqualTo(new TaskEdit(Optional.empty(), Optional.empty(), Optional.of(Priority.LOW)));
  }

  @Test
  void edit_ofNothing_isRefused() {
    assertThat(refused(() -> new TaskEdit(Optional.empty(), Optional.empty(), Optional.empty())))
        .isEqualTo(new NothingToChange(List.of("title", "description", "priority")));
  }

  @Test
  void texts_atTheirBound_areKeptAndOneMoreIsRefused() {
    assertThat(TaskEdit.titled("t".repeat(256)).title()).isPresent();
    assertThat(refusedField(() -> TaskEdit.titled("t".repeat(257)))).isEqualTo("title");
    assertThat(TaskEdit.described("d".repeat(8_192)).description()).isPresent();
    assertThat(refusedField(() -> TaskEdit.described("d".repeat(8_193)))).isEqualTo("description");
    assertThat(refusedField(() -> TaskEdit.titled("\u0000"))).isEqualTo("title");
  }
}
