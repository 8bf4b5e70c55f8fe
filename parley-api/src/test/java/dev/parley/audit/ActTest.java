package dev.parley.audit;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AuditId;
import dev.parley.id.WorkspaceId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Acts are cut to what is stored, never refused; filters are refused. */
class ActTest {
  private static Act act(String actor, String target, String result) {
    return new Act(WorkspaceId.DEFAULT, actor, Origin.NONE, AuditAction.TASK_CLAIM, target, result);
  }

  @Test
  void texts_atTheirLimit_areWhole_andPastItAreCut() {
    Act whole = act("a".repeat(64), "t".repeat(256), "r".repeat(64));
    Act cut = act("a".repeat(65), "t".repeat(257), "r".repeat(65));
    assertThat(whole.actor()).hasSize(64);
    assertThat(whole.target()).hasSize(256);
    assertThat(whole.result()).hasSize(64);
    assertThat(cut).isEqualTo(whole);
    Optional<String> long65 = Optional.of("x".repeat(65));
    assertThat(new Origin(long65, long65).credential().orElseThrow()).hasSize(64);
    assertThat(new Origin(long65, long65).address().orElseThrow()).hasSize(64);
  }

  /** Each request has an origin. */
  @Test
  void originOfPlainTexts_copiesNone() {
    Optional<String> text = Optional.of("oidc-a");
    Origin origin = new Origin(text, Optional.of("192.0.2.1"));
    assertThat(origin.credential()).isSameAs(text);
    assertThat(new Origin(Optional.of("a\nb"), text).credential()).contains("a?b");
  }

  @Test
  void charactersThatNoDatabaseStoresAlike_becomeQuestionMarks() {
    assertThat(act("a\u0000b\nc", "x\ud83d", "\udc00y").actor()).isEqualTo("a?b?c");
    assertThat(act("", "x\ud83d", "").target()).isEqualTo("x?");
    assertThat(act("", "", "\udc00y").result()).isEqualTo("?y");
    assertThat(act("", "x\ud83d\ude00", "").target()).isEqualTo("x\ud83d\ude00");
  }

  @Test
  void aPairOfHalves_isNotCutApart() {
    String target = "t".repeat(255) + "\ud83d\ude00";
    assertThat(act("", target, "").target()).isEqualTo("t".repeat(255) + "?");
  }

  @Test
  void action_isANounADotAndAVerbOfAtMost40Characters() {
    assertThat(new AuditAction("a." + "b".repeat(38)).name()).hasSize(40);
    assertThat(refusedField(() -> new AuditAction("a." + "b".repeat(39)))).isEqualTo("action");
    assertThat(refusedField(() -> new AuditAction("claim"))).isEqualTo("action");
    assertThat(refusedField(() -> new AuditAction("Task.claim"))).isEqualTo("action");
  }

  @Test
  void filter_ofALongerNameThanIsStored_isRefused() {
    assertThat(AuditFilter.ALL.by("a".repeat(64)).actor()).isPresent();
    assertThat(refusedField(() -> AuditFilter.ALL.by("a".repeat(65)))).isEqualTo("actor");
    assertThat(refusedField(() -> AuditFilter.ALL.with("r".repeat(65)))).isEqualTo("result");
  }

  @Test
  void id_isAUlid() {
    assertThat(new AuditId("01ARZ3NDEKTSV4RRFFQ69G5FAV").value()).hasSize(26);
    assertThat(refusedField(() -> new AuditId("01ARZ3NDEKTSV4RRFFQ69G5FAU"))).isEqualTo("entry");
  }
}
