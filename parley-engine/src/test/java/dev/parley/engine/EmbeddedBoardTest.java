package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.event.Event.Kind;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.session.Session;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The board in a program's own process, from start to finish. */
class EmbeddedBoardTest {

  @Test
  void aSession_fromStartToFinish() throws Exception {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Session lead =
          parley.connect(ConnectOptions.of("lead")).sessions().start(new SessionId("feature"));
      Session builder = parley.connect(ConnectOptions.of("builder")).sessions().current();
      assertThat(builder.id()).isEqualTo(lead.id());
      Queue<RecordedEvent> seen = new ConcurrentLinkedQueue<>();
      try (Subscription following = lead.follow(0, seen::add)) {
        assertThat(following).isNotNull();
        Task first = lead.tasks().create(TaskDraft.titled("first").build());
        Task second = lead.tasks().create(TaskDraft.titled("second").dependsOn(first.id()).build());
        assertThat(builder.tasks().claim(second.id()).reason())
            .contains("Unmet dependencies: " + first.id());
        Claim claim = builder.tasks().claimNext();
        assertThat(claim.task().orElseThrow().id()).isEqualTo(first.id());
        assertThat(lead.tasks().claim(first.id()).claimedBy()).contains(new AgentId("builder"));
        builder.tasks().update(first.id(), TaskChange.to(TaskStatus.DONE));
        assertThat(builder.tasks().claim(second.id()).isWon()).isTrue();
        var artifact =
            builder.artifacts().post(ArtifactDraft.of("notes", ArtifactType.REPORT, "text"));
        Review asked = builder.reviews().request(artifact.id(), lead.agent());
        lead.reviews().submit(asked.id(), ReviewStatus.APPROVED, Optional.of("good"));
        lead.messages().send(SessionMessageDraft.broadcast("well done"));
        assertThat(builder.messages().after(0))
            .extracting(message -> message.draft().content())
            .containsExactly("lead approved \"notes\", version 1: good", "well done");
        assertThat(lead.messages().after(0)).isEmpty();
        lead.think("what next");
        lead.saveState("{}");
        assertThat(lead.state()).contains("{}");
        assertThat(lead.tasks().list(TaskFilter.status(TaskStatus.DONE))).hasSize(1);
        eventually("all is seen", () -> seen.size() == 12);
        assertThat(seen.stream().map(event -> event.event().kind()))
            .startsWith(Kind.SESSION_STARTED, Kind.TASK_CHANGED)
            .contains(Kind.AGENT_THINKING, Kind.MESSAGE_SAID);
      }
    }
  }
}
