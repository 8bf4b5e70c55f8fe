package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.RecordedFile;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import dev.parley.message.Body;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durability {@code fsync}: what is acknowledged is on the disk, or it is not acknowledged. */
class DurabilityTest {
  private static final RoomName ROOM = RoomName.of("room");
  private static final AgentId ANA = new AgentId("ana");

  private static final CredentialDraft CREDENTIAL =
      CredentialDraft.of(
          CredentialKind.AGENT, Role.MEMBER, WorkspaceId.DEFAULT, NamePattern.ANY, "a");

  @TempDir private Path directory;

  private RecordedFile file;

  @BeforeEach
  void makeFile() throws IOException {
    file = RecordedFile.of(directory.resolve("recorded"), new byte[0]);
  }

  private Parley open() {
    return BoardWriter.settings().database(file.url()).durability(Durability.FSYNC).build();
  }

  @Test
  void everyKindOfWrite_isForcedBeforeItIsAcknowledged() {
    try (Parley parley = open()) {
      Connection ana = parley.connect(ConnectOptions.of("ana"));
      Session session = ana.sessions().current();
      var unusedRoom = forced("join", () -> ana.rooms().join(ROOM));
      var unusedPost =
          forced("post", () -> ana.topics().post(ROOM, Body.of("a"), Optional.empty()));
      var unusedMessage =
          forced("message", () -> session.messages().send(SessionMessageDraft.broadcast("a")));
      Task task = forced("task", () -> session.tasks().create(TaskDraft.titled("a").build()));
      var unusedClaim = forced("claim", () -> session.tasks().claim(task.id()));
      var unusedDone =
          forced("done", () -> session.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE)));
      Artifact artifact =
          forced(
              "artifact",
              () ->
                  session
                      .artifacts()
                      .post(ArtifactDraft.of("a", ArtifactType.DOCUMENT, "a").from(task.id())));
      Review review = forced("review", () -> session.reviews().request(artifact.id(), ANA, "a"));
      var unusedVerdict =
          forced(
              "verdict",
              () -> session.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.of("a")));
      forced("memory", () -> ana.memory().write(ANA, new SectionKey("a"), "a"));
      IssuedCredential issued =
          forced("credential", () -> parley.credentials().create(CREDENTIAL, "root"));
      var unusedRevoked =
          forced("revocation", () -> parley.credentials().revoke(issued.credential().id()));
    }
  }

  private void forced(String kind, Runnable write) {
    var unused =
        this.<Boolean>forced(
            kind,
            () -> {
              write.run();
              return true;
            });
  }

  private <T> T forced(String kind, Supplier<T> write) {
    int before = file.writes();
    T result = write.get();
    assertThat(file.unforcedHere(before)).as("%s: writes that no sync covers", kind).isZero();
    assertThat(file.writtenHere(before)).as("%s: writes", kind).isPositive();
    return result;
  }

  /** A message that is there, but may be lost in a power cut, is not acknowledged by a repeat. */
  @Test
  void failedSync_refusesTheWriteAndItsRepeatsAndIsSeenInTheHealth() {
    try (Parley parley = open()) {
      Connection ana = parley.connect(ConnectOptions.of("ana"));
      var unused = ana.topics().post(ROOM, Body.of("before"), Optional.empty());
      IdempotencyKey once = new IdempotencyKey("once");
      file.failToForce();
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThat(refusedCode(() -> ana.topics().post(ROOM, Body.of("a"), Optional.empty(), once)))
            .isEqualTo(ProblemCode.UNAVAILABLE);
      }
      assertThat(
              refusedCode(
                  () -> ana.sessions().current().tasks().create(TaskDraft.titled("a").build())))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      assertThat(refusedCode(() -> ana.topics().post(ROOM, Body.of("b"), Optional.empty())))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      assertThat(ana.topics().fetchRecent(ROOM, Optional.empty(), 10).messages())
          .as("what was under way when the disk failed, and nothing after it")
          .hasSize(2);
      eventually("it counts as unreachable", () -> !parley.health().storageReachable());
    }
  }

  @Test
  void fsync_withoutAFileOfParley_isRefused() {
    ParleyBuilder fsync = ParleyBuilder.builder().durability(Durability.FSYNC);
    assertThatThrownBy(fsync.inMemory()::build)
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("an H2 file");
    assertThat(refusedCode(fsync.database(Databases.inMemory())::build))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(refusedCode(fsync.database("jdbc:postgresql://host/parley")::build))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void parse_knowsTheTwoWords() {
    assertThat(Durability.parse("commit")).isEqualTo(Durability.COMMIT);
    assertThat(Durability.parse("fsync")).isEqualTo(Durability.FSYNC);
    assertThat(refusedCode(() -> Durability.parse("always")))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }
}
