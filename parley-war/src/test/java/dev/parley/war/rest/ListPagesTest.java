package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists in pages: by number, by bytes, and each whole list read to its end. */
@Timeout(60) // a list whose pages do not go on has no end
class ListPagesTest {
  private static final int ANSWER = 40_000;
  private static final String RUN = "/api/sessions/run";
  private static final String LONG = "x".repeat(9_000);
  private static RestServer server;
  private static Connection bob;
  private static Session run;

  @BeforeAll
  static void start() throws Exception {
    server =
        new RestServer(
            ParleyBuilder.builder().inMemory(), Map.of("max-answer", String.valueOf(ANSWER)));
    bob = server.agent("bob");
    run = bob.sessions().start(new SessionId("run"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Follows the pages; each has at most the bytes of one answer. */
  private static List<@Nullable Object> all(String path, String field) {
    List<@Nullable Object> all = new ArrayList<>();
    Answered page = server.get(path).ok();
    while (true) {
      assertThat(page.response().body().length).isLessThanOrEqualTo(ANSWER);
      all.addAll(page.each(field));
      assertThat(page.at("truncated")).isEqualTo(page.at("next") != null);
      if (page.at("next") == null) {
        return all;
      }
      page = server.get(path + (path.contains("?") ? "&" : "?") + "after=" + page.at("next")).ok();
    }
  }

  @Test
  void tasks_inPages_keepTheirLinks() {
    Session links = bob.sessions().start(new SessionId("links"));
    Task first = links.tasks().create(TaskDraft.titled("t0").build());
    List<Object> titles = new ArrayList<>(List.of("t0"));
    for (int i = 1; i < 5; i++) {
      titles.add("t" + i);
      links.tasks().create(TaskDraft.titled("t" + i).dependsOn(first.id()).build());
    }
    links.tasks().create(TaskDraft.titled("child").derivedFrom(first.id()).build());
    titles.add("child");
    String path = "/api/sessions/links/tasks";
    for (int limit = 1; limit <= 7; limit++) {
      assertThat(all(path + "?limit=" + limit, "title")).as("limit " + limit).isEqualTo(titles);
    }
    assertThat(server.get(path + "?limit=6").ok().at("truncated")).isEqualTo(false);
    Answered cut = server.get(path + "?limit=5").ok();
    assertThat(cut.at("truncated")).isEqualTo(true);
    assertThat((List<?>) cut.at("items.0.blocks")).hasSize(4);
    assertThat(cut.at("items.1.blockedBy")).isEqualTo(List.of(first.id().value()));
    Answered one = server.get(path + "/" + first.id()).ok();
    assertThat((List<?>) one.at("children")).hasSize(1);
    assertThat((List<?>) one.at("history")).hasSize(1);
    assertThat(one.at("historyTruncated")).isEqualTo(false);
    links.tasks().claim(first.id());
    links
        .tasks()
        .update(
            first.id(),
            new TaskChange(Optional.of(TaskStatus.DONE), Optional.empty(), Optional.empty()));
    assertThat(server.get(path).ok().at("items.1.blockedBy")).isEqualTo(List.of());
    assertThat(all(path + "?status=todo&limit=2", "title")).hasSize(5).doesNotContain("t0");
    assertThat(server.get("/api/sessions/links").ok().at("counts.tasks"))
        .isEqualTo(Map.of("todo", 5, "in_progress", 0, "in_review", 0, "done", 1));
  }

  @Test
  void tasks_thatOutweighOneAnswer_areAllReached() {
    Session heavy = bob.sessions().start(new SessionId("heavy"));
    IntStream.range(0, 250)
        .forEach(i -> heavy.tasks().create(TaskDraft.titled(i + "\"".repeat(100)).build()));
    assertThat(all("/api/sessions/heavy/tasks", "id")).hasSize(250).doesNotHaveDuplicates();
  }

  @Test
  void reviewsAndArtifacts_withLongComments_areAllReached() {
    Artifact artifact =
        run.artifacts().post(ArtifactDraft.of("plan", ArtifactType.REPORT, "content"));
    List<Object> asked = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      AgentId reviewer = new AgentId("r" + i);
      Review review = run.reviews().request(artifact.id(), reviewer);
      asked.add(review.id().value());
      run.as(reviewer)
          .reviews()
          .submit(review.id(), ReviewStatus.APPROVED, Optional.of(LONG.concat("\"")));
    }
    Artifact second = run.artifacts().post(ArtifactDraft.of("plan", ArtifactType.REPORT, "b"));
    Artifact other = run.artifacts().post(ArtifactDraft.of("other", ArtifactType.REPORT, "c"));
    assertThat(all(RUN + "/reviews", "id")).isEqualTo(asked);
    assertThat(all(RUN + "/reviews?artifact=" + artifact.id() + "&limit=1", "id")).isEqualTo(asked);
    assertThat(all(RUN + "/reviews?artifact=" + other.id(), "id")).isEmpty();
    assertThat(all(RUN + "/artifacts", "id"))
        .isEqualTo(List.of(artifact.id().value(), second.id().value(), other.id().value()));
    assertThat(all(RUN + "/artifacts?name=plan&limit=1", "version")).isEqualTo(List.of(1, 2));
    Answered first = server.get(RUN + "/artifacts?limit=1").ok();
    assertThat(first.at("items.0.reviewsTruncated")).isEqualTo(true);
    assertThat((List<?>) first.at("items.0.reviews")).hasSizeBetween(1, 11);
    Answered one = server.get(RUN + "/artifacts/" + second.id()).ok();
    assertThat(one.at("reviewsTruncated")).isEqualTo(false);
    assertThat((List<?>) one.at("versions")).hasSize(2);
    assertThat(server.get(RUN).ok().at("counts.reviews"))
        .isEqualTo(Map.of("pending", 0, "approved", 12, "changes_requested", 0));
    assertThat(Reviews.MAX_COMMENTS).isGreaterThan(LONG.length());
  }

  @Test
  void rooms_inPages_areEachThereOnce() {
    List<Object> names = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      RoomName room = RoomName.of("hall-" + i);
      names.add(room.value());
      switch (i % 3) {
        case 0 -> bob.topics().post(room, Body.of("kept"), Optional.empty());
        case 1 -> bob.rooms().join(room);
        default -> server.person().rooms().join(room);
      }
    }
    List<@Nullable Object> whole = server.get("/api/rooms").ok().each("name");
    assertThat(whole).containsAll(names);
    for (int limit = 1; limit <= whole.size() + 1; limit++) {
      assertThat(all("/api/rooms?limit=" + limit, "name")).as("limit " + limit).isEqualTo(whole);
    }
  }

  @Test
  void sessions_inPages_haveThoseWithASummaryAloneAtTheEnd() {
    IntStream.range(0, 4).forEach(i -> bob.sessions().start(new SessionId("s" + i)));
    bob.sessions().saveSummary(new SessionId("s1"), "known here");
    IntStream.range(0, 3)
        .forEach(i -> bob.sessions().saveSummary(new SessionId("elsewhere" + i), "x"));
    List<@Nullable Object> whole = server.get("/api/sessions?limit=1000").ok().each("id");
    assertThat(whole).contains("s0", "s1", "s2", "s3").doesNotHaveDuplicates();
    assertThat(whole.subList(whole.size() - 3, whole.size()))
        .allSatisfy(id -> assertThat((String) id).startsWith("elsewhere"));
    for (int limit = 1; limit <= whole.size() + 1; limit++) {
      assertThat(all("/api/sessions?limit=" + limit, "id")).as("limit " + limit).isEqualTo(whole);
    }
  }

  @Test
  void events_thatOutweighOneAnswer_areReadBothWays() throws Exception {
    Session talk = bob.sessions().start(new SessionId("talk"));
    for (int i = 0; i < 20; i++) {
      talk.messages()
          .send(SessionMessageDraft.broadcast(i % 3 == 0 ? "\u0001".repeat(5_000) : LONG));
      talk.tasks().create(TaskDraft.titled("t" + i).build());
    }
    List<Object> whole = new ArrayList<>();
    talk.eventsAfter(0, 100).forEach(event -> whole.add((int) event.seq()));
    assertThat(whole).hasSize(41);
    List<CompletableFuture<Void>> readers = new ArrayList<>();
    for (int reader = 0; reader < 4; reader++) {
      readers.add(
          CompletableFuture.runAsync(
              () -> {
                assertThat(window("", "after", "next", 0)).isEqualTo(whole);
                assertThat(window("", "before", "previous", 1_000)).isEqualTo(whole);
                assertThat(window("&kind=message_said", "after", "next", 0)).hasSize(20);
                assertThat(window("&kind=task_changed", "before", "previous", 1_000)).hasSize(20);
              }));
    }
    CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new)).get();
    Object last = whole.get(40);
    Answered end = server.get("/api/sessions/talk/events?after=" + last).ok();
    assertThat(end.at("next")).isEqualTo(last);
    assertThat(end.at("truncated")).isEqualTo(false);
  }

  private static List<@Nullable Object> window(
      String filter, String direction, String cursor, Object from) {
    List<@Nullable Object> all = new ArrayList<>();
    Object at = from;
    while (true) {
      Answered page =
          server.get("/api/sessions/talk/events?limit=1000" + filter + "&" + direction + "=" + at);
      assertThat(page.ok().response().body().length).isLessThanOrEqualTo(ANSWER);
      all.addAll(direction.equals("after") ? all.size() : 0, page.each("seq"));
      if (page.at("truncated").equals(false)) {
        return all;
      }
      at = page.at(cursor);
    }
  }

  @Test
  void messagesOfARoom_thatOutweighOneAnswer_areReadBothWays() {
    RoomName room = RoomName.of("loud");
    for (int i = 0; i < 12; i++) {
      bob.topics().post(room, Body.of("\u0001".repeat(2_000) + i), Optional.empty());
    }
    List<@Nullable Object> forwards = new ArrayList<>();
    Answered page = server.get("/api/rooms/loud/messages?limit=200&after=0").ok();
    forwards.addAll(page.each("seq"));
    while (page.at("truncated").equals(true)) {
      page = server.get("/api/rooms/loud/messages?limit=200&after=" + page.at("next")).ok();
      assertThat(page.response().body().length).isLessThanOrEqualTo(ANSWER);
      forwards.addAll(page.each("seq"));
    }
    assertThat(forwards).hasSize(12).doesNotHaveDuplicates();
    List<@Nullable Object> backwards = new ArrayList<>();
    page = server.get("/api/rooms/loud/messages?limit=200").ok();
    backwards.addAll(page.each("seq"));
    while (page.at("previous") != null) {
      page = server.get("/api/rooms/loud/messages?limit=200&before=" + page.at("previous")).ok();
      backwards.addAll(0, page.each("seq"));
    }
    assertThat(backwards).isEqualTo(forwards);
  }

  @Test
  void agents_byName_areAllReached() {
    List<@Nullable Object> whole = all("/api/agents?by=name&limit=1", "id");
    assertThat(whole).contains("ann", "bob").isEqualTo(all("/api/agents?by=name", "id"));
    assertThat(server.get("/api/agents?limit=1").ok().at("truncated")).isEqualTo(true);
    server.get("/api/agents?after=ann").refusedField("after");
    server.get("/api/agents?by=age").refusedField("by");
  }

  @Test
  void health_countsAgentsAndPeopleApart() {
    assertThat(server.get("/api/health").ok().at("connections.peopleOnline")).isEqualTo(1);
    assertThat((Integer) server.get("/api/health").ok().at("connections.agentsOnline"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/agents",
        "/api/rooms",
        "/api/sessions",
        RUN + "/tasks",
        RUN + "/artifacts",
        RUN + "/reviews",
        RUN + "/events"
      })
  void aLimit_pastItsBounds_isRefused(String path) {
    server.get(path + "?limit=1").ok();
    server.get(path + "?limit=1000").ok();
    server.get(path + "?limit=0").refusedField("limit");
    server.get(path + "?limit=1001").refusedField("limit");
    server.get(path + "?limit=x").refusedField("limit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/sessions", RUN + "/tasks", RUN + "/artifacts", RUN + "/reviews"})
  void goingOn_afterWhatIsNotThere_isRefused(String path) {
    server.get(path + "?after=absent").refused(404, "not_found");
  }
}
