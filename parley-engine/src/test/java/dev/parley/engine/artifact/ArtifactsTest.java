package dev.parley.engine.artifact;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Artifacts;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.engine.session.SessionLimits;
import dev.parley.id.ArtifactId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.SessionFull;
import dev.parley.task.TaskDraft;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of artifacts: every version is kept, the latest wins. */
@OnStores
class ArtifactsTest extends OpenBoard {
  @Test
  void post_isKeptToTheLetter() {
    String content = "<b>&amp;\r\n\t'\"\\ %s {0}</b>😀\n";
    content += "ä".repeat(ArtifactDraft.MAX_CONTENT - content.length());
    ArtifactDraft draft =
        ArtifactDraft.of("😀".repeat(ArtifactDraft.MAX_NAME / 2), ArtifactType.FIGMA_SPEC, content)
            .from(new TaskId("a task of nowhere"));
    Artifact posted = session("alice").artifacts().post(draft);
    assertThat(posted)
        .isEqualTo(
            new Artifact(
                posted.id(),
                MAIN,
                draft.name(),
                1,
                ArtifactType.FIGMA_SPEC,
                content,
                ALICE,
                draft.task(),
                clock().instant()));
    Artifacts bob = session("bob").artifacts();
    assertThat(bob.find(posted.id())).contains(posted);
    assertThat(bob.latest(draft.name())).contains(posted);
    assertThat(bob.version(draft.name(), 1)).contains(posted);
  }

  @Test
  void post_ofANameThatIsThere_isItsNextVersion() {
    Artifacts alice = session("alice").artifacts();
    Artifact one = post(alice, "a", "one");
    Artifact two = post(session("bob").artifacts(), "a", "two");
    Artifact other = post(alice, "b", "other");
    assertThat(List.of(one.version(), two.version(), other.version())).containsExactly(1, 2, 1);
    assertThat(alice.latest("a")).contains(two);
    assertThat(alice.version("a", 1)).contains(one);
    assertThat(alice.version("a", 3)).isEmpty();
    assertThat(alice.version("a", 0)).isEmpty();
    assertThat(alice.list())
        .extracting(Artifact::id)
        .containsExactly(one.id(), two.id(), other.id());
    assertThat(alice.list()).extracting(Artifact::content).containsOnly("");
  }

  @Test
  void post_ofNamesThatAreAlmostOne_areApart() {
    Artifacts artifacts = session("alice").artifacts();
    List<String> names = List.of("", " ", "a", "A", "a ", "á");
    names.forEach(name -> assertThat(post(artifacts, name, "of " + name).version()).isEqualTo(1));
    names.forEach(
        name -> assertThat(artifacts.latest(name).orElseThrow().content()).isEqualTo("of " + name));
  }

  @Test
  void latest_ofWhatNobodyPosted_isNone() {
    Artifacts artifacts = session("alice").artifacts();
    assertThat(artifacts.latest("a")).isEmpty();
    assertThat(artifacts.find(new ArtifactId("absent"))).isEmpty();
    assertThat(artifacts.list()).isEmpty();
  }

  @Test
  void post_bySixteenAtOnceOfOneName_givesEachItsVersion() throws Exception {
    List<Integer> versions =
        AtOnce.run(16, i -> post(session("agent-" + i).artifacts(), "a", "by " + i).version());
    assertThat(versions)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 16).boxed().toList());
  }

  @Test
  void post_underAUsedKey_isTheFirstOneOfItsAgentOrRefused() {
    Artifacts alice = session("alice").artifacts();
    Artifact first = alice.post(draft("a", "one").once("k"));
    assertThat(alice.post(draft("a", "one").once("k"))).isEqualTo(first);
    assertThat(
            Stream.of(
                draft("b", "one"), draft("a", "two"), draft("a", "one").from(new TaskId("t"))))
        .allSatisfy(
            other ->
                assertThat(refused(() -> alice.post(other.once("k"))))
                    .isEqualTo(new KeyReused("k", "artifact", first.id().value())));
    assertThat(session("bob").artifacts().post(draft("b", "two").once("k")).id())
        .isNotEqualTo(first.id());
    List<Artifact> others =
        Stream.of("K", "k ", "", "").map(key -> alice.post(draft("a", "x").once(key))).toList();
    assertThat(others).extracting(Artifact::version).containsExactly(2, 3, 4, 5);
    Artifacts elsewhere = session(parley(), "alice", new SessionId("other")).artifacts();
    assertThat(elsewhere.post(draft("a", "x").once("k")).id()).isNotEqualTo(first.id());
  }

  @Test
  void post_bySixteenAtOnceUnderOneKey_isPostedOnce() throws Exception {
    List<ArtifactId> ids =
        AtOnce.run(16, i -> session("alice").artifacts().post(draft("a", "x").once("k")).id());
    assertThat(ids).containsOnly(ids.get(0));
    assertThat(session("alice").artifacts().list()).hasSize(1);
  }

  @Test
  void post_underAClaimThatIsNotThere_isRefused() {
    var alice = session("alice");
    assertThat(
            refused(() -> alice.artifacts().post(draft("a", "x").from(new TaskId("no")).under(1))))
        .isEqualTo(new NotFound("task"));
    var task = alice.tasks().create(TaskDraft.titled("t").build());
    long token = alice.tasks().claim(task.id()).lease().orElseThrow().fencingToken();
    assertThat(
            refused(() -> alice.artifacts().post(draft("a", "x").from(task.id()).under(token + 1))))
        .isEqualTo(new ClaimLost(Optional.of(ALICE.value())));
    assertThat(alice.artifacts().post(draft("a", "x").from(task.id()).under(token)).task())
        .contains(task.id());
    assertThat(alice.artifacts().list()).hasSize(1);
  }

  @Test
  void post_pastTheLimit_isRefusedButNotUnderAUsedKey() {
    try (Parley small = another("small").limits(new SessionLimits(9, 9, 2, 9)).build()) {
      Artifacts artifacts = session(small, "alice", MAIN).artifacts();
      Artifact first = artifacts.post(draft("a", "1").once("k"));
      post(artifacts, "a", "2");
      assertThat(refused(() -> post(artifacts, "a", "3")))
          .isEqualTo(new SessionFull("artifact", 2));
      assertThat(artifacts.post(draft("a", "1").once("k"))).isEqualTo(first);
    }
  }

  @Test
  void artifacts_ofAnotherSession_areNotThere() {
    Artifact here = post(session("alice").artifacts(), "a", "here");
    Artifacts there = session(parley(), "alice", new SessionId("other")).artifacts();
    assertThat(there.find(here.id())).isEmpty();
    assertThat(there.latest("a")).isEmpty();
    assertThat(there.list()).isEmpty();
    assertThat(post(there, "a", "there").version()).isEqualTo(1);
  }

  private static ArtifactDraft draft(String name, String content) {
    return ArtifactDraft.of(name, ArtifactType.DOCUMENT, content);
  }

  private static Artifact post(Artifacts artifacts, String name, String content) {
    return artifacts.post(draft(name, content));
  }
}
