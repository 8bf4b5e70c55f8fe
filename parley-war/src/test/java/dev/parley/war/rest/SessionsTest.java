package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of team work as people read it. */
class SessionsTest {
  private static final String RUN = "/api/sessions/run";
  private static RestServer server;
  private static Session lead;
  private static Task plan;
  private static Task build;
  private static Artifact first;
  private static Artifact second;
  private static Review review;

  @BeforeAll
  static void start() throws Exception {
    server = new RestServer();
    Connection connection = server.agent("lead");
    connection.sessions().start(new SessionId("earlier"));
    lead = connection.sessions().start(new SessionId("run"));
    plan = lead.tasks().create(TaskDraft.titled("Plan").priority(Priority.CRITICAL).build());
    build =
        lead.tasks()
            .create(
                TaskDraft.titled("Build")
                    .description("as planned")
                    .dependsOn(plan.id())
                    .derivedFrom(plan.id())
                    .because("it follows")
                    .build());
    lead.tasks().claim(plan.id());
    lead.messages().send(SessionMessageDraft.broadcast("begun").with(Map.of("mood", "good")));
    first = lead.artifacts().post(ArtifactDraft.of("notes", ArtifactType.REPORT, "a\nb\nc"));
    second = lead.artifacts().post(ArtifactDraft.of("notes", ArtifactType.REPORT, "a\nB\nc"));
    review = lead.reviews().request(second.id(), new AgentId("ann"));
    lead.tasks().update(plan.id(), TaskChange.to(TaskStatus.DONE));
    connection.sessions().saveSummary(new SessionId("run"), "# It went well");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void list_hasTheOneStartedLastFirst() {
    Answered sessions = server.get("/api/sessions").ok();
    assertThat(sessions.each("id")).containsExactly("run", "earlier");
    assertThat(sessions.each("current")).containsExactly(true, false);
    assertThat(sessions.each("hasSummary")).containsExactly(true, false);
    assertThat(server.get("/api/sessions?limit=1").ok().each("id")).containsExactly("run");
    server.get("/api/sessions?limit=1000").ok();
    server.get("/api/sessions?limit=1001").refusedField("limit");
    server.get("/api/sessions?limit=0").refusedField("limit");
  }

  @Test
  void one_saysHowFarItIs() {
    Answered session = server.get(RUN).ok();
    assertThat(session.at("summary")).isEqualTo("# It went well");
    assertThat(session.at("counts"))
        .isEqualTo(
            Map.of(
                "messages",
                1,
                "tasks",
                Map.of("todo", 1, "in_progress", 0, "in_review", 0, "done", 1),
                "artifacts",
                2,
                "reviews",
                Map.of("pending", 1, "approved", 0, "changes_requested", 0)));
    assertThat(session.at("lastEvent")).isEqualTo((int) lead.overview().lastEvent());
    assertThat(server.get("/api/sessions/earlier").ok().at("summary")).isNull();
  }

  @Test
  void one_saysHowItBegan_whoActed_andWhenItChangedLast() {
    Answered session = server.get(RUN).ok();
    assertThat(session.at("opening")).isEqualTo("begun");
    assertThat(session.at("agents")).isEqualTo(List.of("lead"));
    assertThat(session.at("agentCount")).isEqualTo(1);
    List<Object> times = server.get(RUN + "/events").ok().each("at");
    assertThat(session.at("lastAt")).isEqualTo(times.get(times.size() - 1));
    assertThat(server.get("/api/sessions/earlier").ok().at("opening")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/events",
        "/tasks",
        "/artifacts",
        "/reviews",
        "/team",
        "/export",
        "/tasks/t",
        "/artifacts/a",
        "/artifacts/a/content"
      })
  void aSessionThatIsNot_isNotMade(String below) {
    server.get("/api/sessions/nobody-started" + below).refused(404, "not_found");
    server.get("/api/sessions/a%20b" + below).refusedField("session");
    assertThat(server.get("/api/sessions").ok().each("id")).doesNotContain("nobody-started");
  }

  @Test
  void whatAnAgentThinks_isKnownThoughNoPageWasOpen() {
    lead.think("what next");
    Answered agents = server.get("/api/agents").ok();
    assertThat(agents.at("items.0.id")).isEqualTo("lead");
    assertThat(agents.at("items.0.thinking.text")).isEqualTo("what next");
  }

  @Test
  void events_haveTheFieldsOfTheirKind() {
    Answered events = server.get(RUN + "/events").ok();
    assertThat(events.each("kind"))
        .contains(
            "session_started", "message_said", "task_changed", "artifact_posted", "review_changed");
    assertThat(events.each("seq")).doesNotContainNull();
    Answered said = server.get(RUN + "/events?kind=message_said").ok();
    assertThat(said.at("items.0.message.text")).isEqualTo("begun");
    assertThat(said.at("items.0.message.to")).isNull();
    assertThat(said.at("items.0.message.metadata")).isEqualTo(Map.of("mood", "good"));
    Answered tasks = server.get(RUN + "/events?kind=task_changed").ok();
    assertThat(tasks.each("title")).contains("Plan", "Build");
    Answered two = server.get(RUN + "/events?kind=review_changed,artifact_posted").ok();
    assertThat(two.each("kind"))
        .containsExactly("artifact_posted", "artifact_posted", "review_changed");
    assertThat(two.at("items.0.type")).isEqualTo("report");
    assertThat(two.at("items.2.reviewer")).isEqualTo("ann");
    assertThat(two.at("items.2.artifact")).isEqualTo(second.id().value());
    assertThat(two.at("items.2.name")).isEqualTo("notes");
  }

  @ParameterizedTest
  @CsvSource({"1, ''", "2, ''", "3, ''", "1000, ''", "1, task_changed", "2, task_changed"})
  void events_readPageByPage_areEachThereOnceBothWays(int limit, String kind) {
    String path = RUN + "/events?limit=" + limit + "&kind=" + kind;
    List<Object> all = server.get(RUN + "/events?after=0&kind=" + kind).ok().each("seq");
    assertThat(all).hasSizeGreaterThan(3);
    List<Object> forwards = new ArrayList<>();
    Answered page = server.get(path + "&after=0").ok();
    while (!page.each("seq").isEmpty()) {
      forwards.addAll(page.each("seq"));
      page = server.get(path + "&after=" + page.at("next")).ok();
    }
    assertThat(forwards).isEqualTo(all);
    page = server.get(path).ok();
    List<Object> backwards = new ArrayList<>(page.each("seq"));
    while (page.at("previous") != null) {
      page = server.get(path + "&before=" + page.at("previous")).ok();
      backwards.addAll(0, page.each("seq"));
    }
    assertThat(backwards).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, limit",
    "limit=1001, limit",
    "after=-1, after",
    "before=0, before",
    "after=1&before=1, before",
    "kind=thinking, kind",
    "'kind=task_changed,', kind",
  })
  void events_pastABound_areRefusedByName(String query, String field) {
    server.get(RUN + "/events?" + query).refusedField(field);
  }

  @Test
  void tasks_knowWhatTheyWaitForAndWhatWaitsForThem() {
    Answered tasks = server.get(RUN + "/tasks").ok();
    assertThat(tasks.each("title")).containsExactly("Plan", "Build");
    assertThat(tasks.each("blocks")).containsExactly(List.of(build.id().value()), List.of());
    assertThat(tasks.each("dependsOn")).containsExactly(List.of(), List.of(plan.id().value()));
    assertThat(tasks.each("blockedBy")).containsExactly(List.of(), List.of());
    assertThat(tasks.text()).doesNotContain("description");
    assertThat(server.get(RUN + "/tasks?status=done").ok().each("title")).containsExactly("Plan");
    assertThat(server.get(RUN + "/tasks?assignee=lead").ok().each("title")).containsExactly("Plan");
    assertThat(server.get(RUN + "/tasks?assignee=lead&status=todo").ok().each("title")).isEmpty();
    server.get(RUN + "/tasks?status=DONE").refusedField("status");
    server.get(RUN + "/tasks?assignee=.x").refusedField("assignee");
  }

  @Test
  void aTask_hasItsHistory() {
    Answered task = server.get(RUN + "/tasks/" + plan.id()).ok();
    assertThat(task.at("description")).isNull();
    assertThat(task.at("priority")).isEqualTo("critical");
    assertThat(task.at("children")).isEqualTo(List.of(build.id().value()));
    assertThat((List<?>) task.at("history")).hasSize(3);
    assertThat(task.at("history.0.status")).isEqualTo("todo");
    assertThat(task.at("history.1.status")).isEqualTo("in_progress");
    assertThat(task.at("history.1.assignee")).isEqualTo("lead");
    assertThat(task.at("history.2.status")).isEqualTo("done");
    Answered child = server.get(RUN + "/tasks/" + build.id()).ok();
    assertThat(child.at("description")).isEqualTo("as planned");
    assertThat(child.at("parent")).isEqualTo(plan.id().value());
    assertThat(child.at("derivedReason")).isEqualTo("it follows");
    server.get(RUN + "/tasks/none").refused(404, "not_found");
    server.get(RUN + "/tasks/" + "a".repeat(257)).refusedField("task");
  }

  @Test
  void artifacts_haveTheirReviewsAndVersions() {
    Answered artifacts = server.get(RUN + "/artifacts").ok();
    assertThat(artifacts.each("version")).containsExactly(1, 2);
    assertThat(artifacts.at("items.1.reviews.0.reviewer")).isEqualTo("ann");
    assertThat(artifacts.at("items.1.reviews.0.artifactName")).isEqualTo("notes");
    Answered latest = server.get(RUN + "/artifacts/" + second.id()).ok();
    assertThat(latest.at("content")).isEqualTo("a\nB\nc");
    assertThat(latest.at("size")).isEqualTo(5);
    assertThat((List<?>) latest.at("versions")).hasSize(2);
    server.get(RUN + "/artifacts/none").refused(404, "not_found");
    Answered reviews = server.get(RUN + "/reviews").ok();
    assertThat(reviews.each("id")).containsExactly(review.id().value());
    assertThat(reviews.each("status")).containsExactly("pending");
  }

  @Test
  void diff_saysWhatChanged() {
    String path = RUN + "/artifacts/" + second.id() + "/diff";
    Answered diff = server.get(path + "?from=" + first.id()).ok();
    assertThat(diff.text())
        .contains(
            "\"hunks\":[{\"fromLine\":1,\"toLine\":1,\"lines\":["
                + "{\"kind\":\"same\",\"text\":\"a\"},{\"kind\":\"removed\",\"text\":\"b\"},"
                + "{\"kind\":\"added\",\"text\":\"B\"},{\"kind\":\"same\",\"text\":\"c\"}]}]");
    assertThat(server.get(path + "?from=" + second.id()).ok().at("hunks")).isEqualTo(List.of());
    server.get(path).refusedField("from");
    server.get(path + "?from=none").refused(404, "not_found");
  }

  @Test
  void diff_pastItsBound_isRefused() {
    Session own = server.person().sessions().find(new SessionId("earlier")).orElseThrow();
    Artifact most =
        own.artifacts().post(ArtifactDraft.of("a", ArtifactType.REPORT, "\n".repeat(4_999)));
    Artifact more =
        own.artifacts().post(ArtifactDraft.of("a", ArtifactType.REPORT, "\n".repeat(5_000)));
    String path = "/api/sessions/earlier/artifacts/";
    server.get(path + most.id() + "/diff?from=" + most.id()).ok();
    server.get(path + most.id() + "/diff?from=" + more.id()).refused(409, "limit_reached");
  }
}
