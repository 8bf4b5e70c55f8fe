package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.memory.SectionKey;
import dev.parley.message.SearchQuery;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search finds every kind of work, and stops at its bounds. */
class WorkSearchTest {
  private RestServer server;
  private Connection lead;
  private Session session;

  @BeforeEach
  void start() throws Exception {
    server = new RestServer();
    lead = server.agent("lead");
    session = lead.sessions().start(new SessionId("run"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answered search(String parameters) {
    return server.get("/api/search/work?" + parameters).ok();
  }

  private void writeOneOfEach() {
    lead.memory().write(new SectionKey("Style"), "Use the walrus.");
    lead.memory().append(new AgentId("lead"), "A walrus was seen.");
    lead.sessions().saveSummary(session.id(), "The walrus is done.");
    session.tasks().create(TaskDraft.titled("Feed it").description("The walrus.").build());
    session.tasks().create(TaskDraft.titled("Walrus title").build());
    session.messages().send(SessionMessageDraft.broadcast("Where is the WALRUS?"));
    Artifact posted =
        session.artifacts().post(ArtifactDraft.of("walrus.md", ArtifactType.DOCUMENT, "empty"));
    session
        .artifacts()
        .post(ArtifactDraft.of("sea.md", ArtifactType.DOCUMENT, "x".repeat(900) + " walrus"));
    Review asked = session.reviews().request(posted.id(), new AgentId("bob"));
    session
        .as(new AgentId("bob"))
        .reviews()
        .submit(asked.id(), ReviewStatus.APPROVED, Optional.of("A good walrus."));
  }

  @Test
  void everyKind_isFound_memoryFirst() {
    writeOneOfEach();
    Answered found = search("q=walrus");
    assertThat(found.each("kind"))
        .containsExactly(
            "memory",
            "memory",
            "summary",
            "task",
            "task",
            "artifact",
            "artifact",
            "review",
            "message", // of the verdict
            "message");
    assertThat(found.each("title")).startsWith("Style").contains("Feed it", "Walrus title");
    assertThat(found.each("by")).startsWith(null, "lead").contains("bob");
    assertThat(found.each("session").subList(2, 10)).containsOnly("run");
    assertThat((String) found.at("items.6.text")).startsWith("… xx").endsWith(" walrus");
    assertThat(found.at("truncated")).isEqualTo(false);
  }

  @Test
  void sessions_startedLastComeFirst_andOneAloneCanBeAskedFor() {
    writeOneOfEach();
    Session later = lead.sessions().start(new SessionId("later"));
    later.messages().send(SessionMessageDraft.broadcast("one more walrus"));
    assertThat(search("q=walrus").each("session").subList(2, 4)).containsExactly("later", "run");
    assertThat(search("q=walrus&session=later").each("text")).containsExactly("one more walrus");
    assertThat(search("q=walrus&from=bob").each("kind")).containsExactly("review", "message");
    server.get("/api/search/work?q=walrus&session=none").refused(404, "not_found");
    server.get("/api/search/work?q=walrus&session=a%20b").refusedField("session");
    server.get("/api/search/work").refusedField("q");
    server.get("/api/search/work?q=%3F").refusedField("q");
    server.get("/api/search/work?q=a&limit=101").refusedField("limit");
    assertThat(search("q=walrus&limit=2").at("truncated")).isEqualTo(true);
    assertThat(search("q=walrus&limit=2").each("kind")).hasSize(2);
  }

  @Test
  void longSession_isLookedAtWhole_theNewestMessageFirst() {
    for (int i = 1; i <= 401; i++) {
      session.messages().send(SessionMessageDraft.broadcast("note " + i));
      session.tasks().create(TaskDraft.titled("task " + i).build());
    }
    assertThat(search("q=note+401").each("text")).containsExactly("note 401");
    assertThat(search("q=note+1&limit=1").each("text")).containsExactly("note 199");
    assertThat(search("q=task+401").each("title")).containsExactly("task 401");
  }

  @ParameterizedTest
  @CsvSource({"3,1000000,true", "4,1000000,false", "9,28,true", "9,29,false"})
  void bound_isReached_andNotOneBefore(int items, long length, boolean full) {
    for (String text : List.of("one word", "two word", "red word")) {
      session.messages().send(SessionMessageDraft.broadcast(text));
    }
    SearchQuery query = SearchQuery.of("word");
    WorkSearch search = new WorkSearch(query, items, length == 1000000 ? length : length - 4);
    search.lookAt(session.overseen(), Optional.empty());
    assertThat(search.found()).hasSize(3);
    assertThat(search.isFull()).isEqualTo(full);
  }
}
