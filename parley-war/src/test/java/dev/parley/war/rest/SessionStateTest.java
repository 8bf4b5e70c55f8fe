package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.hook.HookMode;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of a session as it changes: thoughts that end, sessions gone back to. */
class SessionStateTest {
  private RestServer server;
  private Session lead;

  @BeforeEach
  void start() throws Exception {
    server = new RestServer();
    Connection connection = server.agent("lead");
    connection.sessions().start(new SessionId("earlier"));
    lead = connection.sessions().start(new SessionId("run"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void session_ofWhichOnlyASummaryIsHere_isListedAndRead() {
    Connection connection = server.agent("lead");
    connection.sessions().saveSummary(new SessionId("elsewhere"), "held by another server");
    Answered sessions = server.get("/api/sessions").ok();
    assertThat(sessions.each("id")).endsWith("elsewhere");
    assertThat(sessions.each("recorded")).endsWith(false);
    Answered one = server.get("/api/sessions/elsewhere").ok();
    assertThat(one.at("summary")).isEqualTo("held by another server");
    assertThat(one.at("recorded")).isEqualTo(false);
    assertThat(one.at("startedAt")).isNull();
    server.get("/api/sessions/elsewhere/tasks").refused(404, "not_found");
    assertThat(connection.sessions().find(new SessionId("elsewhere"))).isEmpty();
  }

  @Test
  void one_goneBackTo_keepsWhenItWasFirstNamed() {
    String before = (String) server.get("/api/sessions/earlier").ok().at("createdAt");
    Connection connection = server.agent("lead");
    connection.sessions().start(new SessionId("earlier"));
    connection.sessions().start(new SessionId("run"));
    Answered again = server.get("/api/sessions/earlier").ok();
    assertThat(again.at("createdAt")).isEqualTo(before);
    assertThat((String) again.at("startedAt")).isGreaterThan(before);
  }

  @Test
  void opening_isTheFirstLineOfTheFirstMessageToEveryone_cutBetweenCharacters() {
    lead.messages().send(SessionMessageDraft.direct(server.person().agent(), "for you alone"));
    assertThat(server.get("/api/sessions/run").ok().at("opening")).isNull();
    String first = "\n " + "a".repeat(199) + "\uD83D\uDE00b\nmore";
    lead.messages().send(SessionMessageDraft.broadcast(first));
    lead.messages().send(SessionMessageDraft.broadcast("later"));
    assertThat(server.get("/api/sessions/run").ok().at("opening")).isEqualTo("a".repeat(199));
  }

  @Test
  void thought_isGoneWithTheTaskOrTheDeclaredEnd() {
    for (Runnable end :
        List.<Runnable>of(
            () -> lead.messages().send(SessionMessageDraft.broadcast("end:_done | all of it")),
            () -> lead.messages().send(SessionMessageDraft.broadcast("end:failed | no disk")),
            () -> {
              Task task = lead.tasks().create(TaskDraft.titled("Last").build());
              lead.tasks().claim(task.id());
              lead.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
            })) {
      lead.think("at it");
      assertThat(thinking("lead")).isNotNull();
      lead.messages().send(SessionMessageDraft.broadcast("end:waiting | for ann"));
      assertThat(thinking("lead")).isNotNull();
      end.run();
      assertThat(thinking("lead")).isNull();
    }
  }

  @Test
  void thought_ofAnAgentThatIsGone_isGone() {
    Connection leaving = server.agent("leaving");
    leaving.sessions().start(new SessionId("run")).think("about to go");
    assertThat(thinking("leaving")).isNotNull();
    leaving.close();
    assertThat(thinking("leaving")).isNull();
  }

  @Test
  void taskThatAHookKeptFromBeingDone_saysWhy(@TempDir Path home) throws Exception {
    Files.writeString(
        home.resolve("session-agents-hooked.yml"),
        """
        agents:
          fe:
            name: Fe
            emoji: F
            description: Builds.
            tools: [update_task]
            hooks: {after_task: ls /no-such-file-of-a-hook}
            systemPrompt: Build.
        """);
    try (RestServer hooked =
        new RestServer(ParleyBuilder.builder().inMemory().home(home).hooks(HookMode.ON))) {
      Session session = hooked.agent("fe").sessions().start(new SessionId("hooked"));
      Task task = session.tasks().create(TaskDraft.titled("Build").build());
      session.tasks().claim(task.id());
      assertThatThrownBy(() -> session.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE)))
          .hasMessageContaining("after_task hook failed");
      Answered read = hooked.get("/api/sessions/hooked/tasks/" + task.id()).ok();
      assertThat(read.at("status")).isEqualTo("in_review");
      assertThat(read.at("history.1.reason")).isNull();
      assertThat((String) read.at("history.2.reason"))
          .startsWith("after_task hook failed")
          .contains("no-such-file-of-a-hook");
    }
  }

  private @Nullable Object thinking(String agent) {
    return ((List<?>) server.get("/api/agents").ok().at("items"))
        .stream()
            .map(item -> (Map<?, ?>) item)
            .filter(item -> agent.equals(item.get("id")))
            .findFirst()
            .orElseThrow()
            .get("thinking");
  }
}
