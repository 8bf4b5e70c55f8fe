package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The states of agents in the list of agents. */
class AgentStatesTest {
  private static final SessionId RUN = new SessionId("run");

  private RestServer server;
  private Session lead;

  @BeforeEach
  void start() throws Exception {
    server = new RestServer();
    lead = server.agent("lead").sessions().start(RUN);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Session session(String agent) {
    return server.agent(agent).sessions().start(RUN);
  }

  private Map<?, ?> agent(String name) {
    return ((List<?>) server.get("/api/agents").ok().at("items"))
        .stream()
            .map(item -> (Map<?, ?>) item)
            .filter(item -> name.equals(item.get("id")))
            .findFirst()
            .orElseThrow();
  }

  private Map<?, ?> state(String name) {
    return (Map<?, ?>) agent(name).get("state");
  }

  private static Object in(Object object, String field) {
    return ((Map<?, ?>) object).get(field);
  }

  @Test
  void agent_worksFinishesAndGoes() {
    Connection connection = server.agent("builder");
    Session builder = connection.sessions().start(RUN);
    assertThat(state("builder").get("kind")).isEqualTo("idle");
    Task task = lead.tasks().create(TaskDraft.titled("Wire the parser").build());
    builder.tasks().claim(task.id());
    Map<?, ?> working = state("builder");
    assertThat(working.get("kind")).isEqualTo("working");
    assertThat(in(working.get("task"), "id")).isEqualTo(task.id().value());
    assertThat(in(working.get("task"), "title")).isEqualTo("Wire the parser");
    assertThat(in(working.get("task"), "leaseUntil")).isNotNull();
    assertThat(working.get("since")).isNotNull();
    connection.close();
    Map<?, ?> gone = state("builder");
    assertThat(gone.get("kind")).isEqualTo("gone");
    assertThat(gone.get("since")).isEqualTo(agent("builder").get("lastSeenAt"));
    assertThat(in(gone.get("task"), "title")).isEqualTo("Wire the parser");
    Session again = session("builder");
    again.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(state("builder").get("kind")).isEqualTo("done");
    assertThat(state("builder").get("done")).isEqualTo(1);
    assertThat(state("builder").get("tasks")).isEqualTo(1);
  }

  @Test
  void agent_waitsForAnAnswerAReviewOrADependency() {
    Session builder = session("builder");
    builder
        .messages()
        .send(SessionMessageDraft.direct(new AgentId("ann"), "end:waiting | which format?"));
    Map<?, ?> asking = state("builder");
    assertThat(asking.get("kind")).isEqualTo("waiting");
    assertThat(asking.get("reason")).isEqualTo("which format?");
    assertThat(in(asking.get("waitsFor"), "kind")).isEqualTo("answer");
    assertThat(in(asking.get("waitsFor"), "agent")).isEqualTo("ann");

    Artifact artifact =
        builder.artifacts().post(ArtifactDraft.of("plan", ArtifactType.REPORT, "words"));
    builder.reviews().request(artifact.id(), new AgentId("ann"));
    Map<?, ?> reviewed = state("builder");
    assertThat(in(reviewed.get("waitsFor"), "kind")).isEqualTo("review");
    assertThat(in(reviewed.get("waitsFor"), "artifact")).isEqualTo(artifact.id().value());

    Task first = lead.tasks().create(TaskDraft.titled("First").build());
    lead.tasks()
        .create(
            TaskDraft.titled("Second")
                .assignee(new AgentId("tester"))
                .dependsOn(first.id())
                .build());
    session("tester");
    Map<?, ?> blocked = state("tester");
    assertThat(blocked.get("kind")).isEqualTo("waiting");
    assertThat(in(blocked.get("waitsFor"), "kind")).isEqualTo("dependency");
    assertThat(in(in(blocked.get("waitsFor"), "task"), "title")).isEqualTo("First");
    assertThat(in(blocked.get("task"), "title")).isEqualTo("Second");
  }

  @Test
  void failure_isSaid_andEndsItsThought() {
    Session builder = session("builder");
    builder.think("at it");
    builder.messages().send(SessionMessageDraft.broadcast("end:failed | no disk"));
    assertThat(state("builder").get("kind")).isEqualTo("failed");
    assertThat(state("builder").get("reason")).isEqualTo("no disk");
    assertThat(agent("builder").get("thinking")).isNull();
  }

  @Test
  void stateOfAnEarlierSession_isNotShown() {
    Session builder = session("builder");
    Task task = lead.tasks().create(TaskDraft.titled("t").build());
    builder.tasks().claim(task.id());
    server.agent("lead").sessions().start(new SessionId("another"));
    assertThat(state("builder").get("kind")).isEqualTo("idle");
    assertThat(state("builder").get("task")).isNull();
  }
}
