package dev.parley.artifact;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.TaskId;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArtifactDraftTest {

  @Test
  void name_of256Characters_isKeptAndOneMoreIsRefused() {
    assertThat(draft("", "").name()).isEmpty();
    assertThat(draft("n".repeat(256), "").name()).hasSize(256);
    assertThat(refusedField(() -> draft("n".repeat(257), ""))).isEqualTo("name");
  }

  @Test
  void content_of524288Characters_isKeptAndOneMoreIsRefused() {
    assertThat(draft("n", "c".repeat(524_288)).content()).hasSize(524_288);
    assertThat(refusedField(() -> draft("n", "c".repeat(524_289)))).isEqualTo("content");
  }

  @Test
  void idempotencyKey_of256Characters_isKeptOneMoreIsRefusedAndAnEmptyOneIsNone() {
    ArtifactDraft draft = draft("n", "c");
    assertThat(draft.once("k".repeat(256)).idempotencyKey()).isPresent();
    assertThat(refusedField(() -> draft.once("k".repeat(257)))).isEqualTo("idempotency_key");
    assertThat(draft.once("")).isEqualTo(draft);
  }

  @Test
  void parts_areAddedToWhatIsThere() {
    ArtifactDraft draft = draft("n", "c").under(7).once("k").from(new TaskId("t"));
    assertThat(draft)
        .isEqualTo(draft("n", "c").from(new TaskId("t")).once("k").under(7))
        .isNotEqualTo(draft("n", "c").from(new TaskId("t")).once("k"));
    assertThat(draft.fencingToken()).contains(7L);
    assertThat(draft.task()).contains(new TaskId("t"));
    assertThat(draft.idempotencyKey()).contains("k");
  }

  @Test
  void ids_of128Characters_areKeptAndEmptyOrLongerOnesRefused() {
    String longest = "i".repeat(128);
    assertThat(new ArtifactId(longest)).hasToString(longest);
    assertThat(new ReviewId(longest)).hasToString(longest);
    for (String wrong : new String[] {"", longest + "i"}) {
      assertThat(refusedField(() -> new ArtifactId(wrong))).isEqualTo("artifact_id");
      assertThat(refusedField(() -> new ReviewId(wrong))).isEqualTo("review_id");
    }
  }

  @Test
  void wireNames_areTheseAndOnlyGrow() {
    assertThat(Arrays.stream(ArtifactType.values()).map(ArtifactType::wireName))
        .containsExactly("figma_spec", "pr", "report", "analytics_plan", "design", "document");
    assertThat(Arrays.stream(ReviewStatus.values()).map(ReviewStatus::wireName))
        .containsExactly("pending", "approved", "changes_requested");
  }

  @Test
  void reviews_becomeAVerdictOnce() {
    for (ReviewStatus from : ReviewStatus.values()) {
      for (ReviewStatus next : ReviewStatus.values()) {
        assertThat(from.canBecome(next))
            .isEqualTo(from == ReviewStatus.PENDING && next != ReviewStatus.PENDING);
      }
    }
  }

  private static ArtifactDraft draft(String name, String content) {
    return ArtifactDraft.of(name, ArtifactType.DOCUMENT, content);
  }
}
