package dev.parley.engine.persistence.offline;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Gate;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** A workspace that has rows in every table of {@link TransferTable}. */
final class FilledWorkspace {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final String ODD =
      "a \"quoted\" text\nof two lines, \u001A, \uD83E\uDD89 and \u2028, 'and' \\";

  private FilledWorkspace() {}

  /** Fills a workspace of an open Parley. */
  static void fill(Parley parley, WorkspaceId workspace) {
    Connection alice = connect(parley, workspace, "alice");
    Connection bob = connect(parley, workspace, "bob");
    alice.rooms().join(PLANNING);
    bob.rooms().join(PLANNING);
    alice.rooms().join(RoomName.of("chat"));
    Message first =
        alice
            .topics()
            .post(PLANNING, Body.of("hello @bob"), Optional.empty(), new IdempotencyKey("k1"));
    bob.topics().post(PLANNING, Body.of(ODD + "\u0000"), Optional.of(first.id()));
    bob.topics().acknowledge(PLANNING, 2);
    alice.memory().write(new SectionKey("plan"), "Of " + ODD);
    alice.memory().append(new AgentId("alice"), "a note", new IdempotencyKey("note"));
    Session session = alice.sessions().start(new SessionId("release-1"));
    fill(session, bob.sessions().start(new SessionId("release-1")));
    alice.sessions().saveSummary(new SessionId("release-1"), "done");
    connect(parley, workspace, "carol").sessions().start(new SessionId("empty"));
  }

  private static Connection connect(Parley parley, WorkspaceId workspace, String agent) {
    return parley.connect(
        new ConnectOptions(workspace, Optional.of(new AgentId(agent)), Optional.empty(), Set.of()));
  }

  private static void fill(Session alice, Session bob) {
    alice.saveState("{\"phase\": 2}");
    alice
        .messages()
        .send(
            SessionMessageDraft.direct(new AgentId("bob"), ODD)
                .in("thread-1")
                .with(Map.of("kind", "question"))
                .once("m1"));
    Task base = alice.tasks().create(TaskDraft.titled("the base").once("t1").build());
    Task next =
        alice
            .tasks()
            .create(
                TaskDraft.titled("the next")
                    .description(ODD)
                    .dependsOn(base.id())
                    .gates(Gate.artifact("design"))
                    .build());
    Task unused =
        bob.tasks()
            .create(TaskDraft.titled("derived").derivedFrom(base.id()).because("found").build());
    Task edited = alice.tasks().edit(base.id(), TaskEdit.described("of stone"));
    bob.tasks().claim(edited.id());
    Artifact design =
        alice
            .artifacts()
            .post(ArtifactDraft.of("design", ArtifactType.DESIGN, ODD).from(next.id()));
    Review review = alice.reviews().request(design.id(), new AgentId("bob"), "r1");
    bob.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.of("good"));
  }

  /** Adds the rows that chat systems and people cause. */
  static void fillTheRest(DataSource source, WorkspaceId workspace) throws SQLException {
    try (var connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO parley_copy (topic_id, original_id, seq, message_id)
            SELECT m.topic_id, 'slack-1', m.seq, m.id FROM parley_topic_message m
              JOIN parley_topic t ON t.id = m.topic_id
              WHERE m.seq = 1 AND t.workspace = '%s'
          """
              .formatted(workspace.value()));
      statement.execute(
          """
          INSERT INTO parley_mirror (topic_id, after_seq)
            SELECT id, 1 FROM parley_topic WHERE workspace = '%s' AND kind = 'ROOM'
          """
              .formatted(workspace.value()));
      statement.execute(
          """
          INSERT INTO parley_waiting_dismissal (workspace, agent, item, dismissed_at)
            VALUES ('%s', 'bob', 'review-1', 1700000000000)
          """
              .formatted(workspace.value()));
    }
  }
}
