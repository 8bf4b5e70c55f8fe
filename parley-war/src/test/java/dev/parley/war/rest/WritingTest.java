package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.memory.Memory;
import dev.parley.memory.SectionKey;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What people change in a session and in memory, each as themselves. */
class WritingTest {
  private static final String RUN = "/api/sessions/run";
  private static RestServer server;
  private static Session bob;

  @BeforeAll
  static void start() throws Exception {
    server = new RestServer();
    bob = server.agent("bob").sessions().start(new SessionId("run"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void message_isSaidAsThePerson() {
    Answered sent =
        server
            .send("POST", RUN + "/messages", Map.of("text", "hi", "to", "bob", "thread", "t-1"))
            .is(201);
    assertThat(sent.at("from")).isEqualTo("ann");
    assertThat(sent.at("verified")).isEqualTo(false);
    assertThat(sent.at("to")).isEqualTo("bob");
    assertThat(sent.at("thread")).isEqualTo("t-1");
    assertThat(bob.messages().after(0))
        .extracting(read -> read.id().value())
        .contains((String) sent.at("id"));
    Answered once = server.send("POST", RUN + "/messages", Map.of("text", "a", "key", "k")).is(201);
    Answered again =
        server.send("POST", RUN + "/messages", Map.of("text", "a", "key", "k")).is(201);
    assertThat(again.at("id")).isEqualTo(once.at("id"));
    server
        .send("POST", RUN + "/messages", Map.of("text", "b", "key", "k"))
        .refused(409, "key_reused");
    server
        .send("POST", "/api/sessions/none/messages", Map.of("text", "a"))
        .refused(404, "not_found");
    server.send("POST", RUN + "/messages", Map.of("text", "a", "to", ".")).refusedField("to");
    server
        .send("POST", RUN + "/messages", Map.of("text", "a", "thread", " "))
        .refusedField("thread");
    server.send("POST", RUN + "/messages", Map.of("thread", "a")).refusedField("text");
    String longest = "k".repeat(256);
    server.send("POST", RUN + "/messages", Map.of("text", "a", "key", longest)).is(201);
    server
        .send("POST", RUN + "/messages", Map.of("text", "a", "key", longest + "k"))
        .refusedField("key");
    server.send("POST", RUN + "/messages", Map.of("text", "a".repeat(65_536))).is(201);
    server.send("POST", RUN + "/messages", Map.of("text", "a".repeat(65_537))).refusedField("text");
  }

  @Test
  void message_carriesMetadata_withinItsLimits() {
    Map<String, String> place = Map.of("artifact", "a-1", "file", "src/Cart.java", "line", "12");
    Answered sent =
        server.send("POST", RUN + "/messages", Map.of("text", "why", "metadata", place)).is(201);
    assertThat(sent.at("metadata")).isEqualTo(place);
    assertThat(bob.messages().after(0)).extracting(read -> read.draft().metadata()).contains(place);
    for (Object refused :
        List.of(
            "text",
            Map.of("line", 12),
            Map.of("parley.event", "task_closed"),
            Map.of("k".repeat(65), "v"),
            Map.of("k", "v".repeat(1_025)))) {
      server
          .send("POST", RUN + "/messages", Map.of("text", "a", "metadata", refused))
          .refusedField("metadata");
    }
  }

  @Test
  void task_isMadeGivenAndMoved() {
    Task before = bob.tasks().create(TaskDraft.titled("before").build());
    Answered made =
        server
            .send(
                "POST",
                RUN + "/tasks",
                Map.of(
                    "title", "Try it",
                    "priority", "high",
                    "description", "by hand",
                    "assignee", "bob",
                    "dependsOn", List.of(before.id().value()),
                    "key", "once"))
            .is(201);
    assertThat(made.at("createdBy")).isEqualTo("ann");
    assertThat(made.at("blockedBy")).isEqualTo(List.of(before.id().value()));
    String path = RUN + "/tasks/" + made.at("id");
    assertThat(server.send("PATCH", path, Map.of("assignee", "ann")).ok().at("assignee"))
        .isEqualTo("ann");
    Answered open =
        server.send("PATCH", path, Map.of("status", "done")).refused(409, "dependencies_open");
    assertThat(open.at("open")).isEqualTo(List.of(before.id().value()));
    bob.tasks().claim(before.id());
    server.send("PATCH", path, Map.of()).refused(400, "invalid_argument");
    server.send("PATCH", path, Map.of("status", "gone")).refusedField("status");
    server.send("PATCH", path, Map.of("name", "x")).refusedField("name");
    server.send("PATCH", RUN + "/tasks/none", Map.of("status", "done")).refused(404, "not_found");
  }

  @Test
  void task_isEdited_andOnlyByItself() {
    Task task = bob.tasks().create(TaskDraft.titled("old").description("d").build());
    String path = RUN + "/tasks/" + task.id().value();
    assertThat(server.get(path).ok().at("mayEdit")).isEqualTo(true);
    Answered edited =
        server.send("PATCH", path, Map.of("title", "new", "priority", "critical")).ok();
    assertThat(edited.at("title")).isEqualTo("new");
    assertThat(edited.at("priority")).isEqualTo("critical");
    assertThat(edited.at("description")).isEqualTo("d");
    assertThat(server.send("PATCH", path, Map.of("description", "")).ok().at("description"))
        .isNull();
    assertThat(server.send("PATCH", path, Map.of("title", "a".repeat(256))).ok().at("title"))
        .isEqualTo("a".repeat(256));
    server.send("PATCH", path, Map.of("title", "a".repeat(257))).refusedField("title");
    server
        .send("PATCH", path, Map.of("description", "a".repeat(8_193)))
        .refusedField("description");
    server.send("PATCH", path, Map.of("priority", "now")).refusedField("priority");
    server.send("PATCH", path, Map.of("title", "b", "status", "done")).refusedField("status");
    server.send("PATCH", path, Map.of("title", "b", "assignee", "ann")).refusedField("assignee");
    server.send("PATCH", RUN + "/tasks/none", Map.of("title", "b")).refused(404, "not_found");
    assertThat(server.get(path).ok().at("status")).isEqualTo("todo");
  }

  @Test
  void task_withGates_showsThem_andIsClosedWhenTheyPass() {
    Answered made =
        server
            .send("POST", RUN + "/tasks", Map.of("title", "t", "gates", List.of("artifact:gated")))
            .is(201);
    String path = RUN + "/tasks/" + made.at("id");
    assertThat(made.at("gates"))
        .isEqualTo(
            List.of(
                Map.of(
                    "kind", "artifact",
                    "name", "gated",
                    "passed", false,
                    "condition", "an artifact of that name")));
    assertThat(made.at("mayBecome")).isEqualTo(List.of("in_progress"));
    Answered open = server.send("PATCH", path, Map.of("status", "done")).refused(409, "gates_open");
    assertThat(open.at("open")).isEqualTo(List.of("artifact:gated"));
    bob.artifacts().post(ArtifactDraft.of("gated", ArtifactType.DESIGN, "x"));
    assertThat(server.get(path).ok().at("gates.0.passed")).isEqualTo(true);
    assertThat(server.send("PATCH", path, Map.of("status", "done")).ok().at("status"))
        .isEqualTo("done");
  }

  @Test
  void task_pastABound_isRefusedByName() {
    String path = RUN + "/tasks";
    server.send("POST", path, Map.of("title", "a".repeat(256))).is(201);
    server.send("POST", path, Map.of("title", "a".repeat(257))).refusedField("title");
    server
        .send("POST", path, Map.of("title", "a", "description", "a".repeat(8_193)))
        .refusedField("description");
    server.send("POST", path, Map.of("title", "a", "priority", "now")).refusedField("priority");
    server
        .send("POST", path, Map.of("title", "a", "dependsOn", List.of("a b")))
        .refusedField("dependsOn");
    server.send("POST", path, Map.of("title", "a", "dependsOn", "x")).refusedField("dependsOn");
    server
        .send("POST", path, Map.of("title", "a", "dependsOn", List.of("none")))
        .refused(400, "unknown_dependency");
    server.send("POST", path, Map.of("title", "a", "status", "done")).refusedField("status");
    server.send("POST", path, Map.of("title", "a", "gates", "x")).refusedField("gates");
    server.send("POST", path, Map.of("title", "a", "gates", List.of("x"))).refusedField("gates");
  }

  @Test
  void review_isAnsweredOnce_alsoByALeadInPlaceOfAnother() {
    Artifact artifact = bob.artifacts().post(ArtifactDraft.of("plan", ArtifactType.DESIGN, "x"));
    Review asked = bob.reviews().request(artifact.id(), new AgentId("ann"));
    Review others = bob.reviews().request(artifact.id(), new AgentId("carol"));
    String path = RUN + "/reviews/";
    server.send("POST", path + asked.id(), Map.of("verdict", "pending")).refusedField("verdict");
    server.send("POST", path + asked.id(), Map.of()).refusedField("verdict");
    Answered given =
        server
            .send(
                "POST",
                path + asked.id(),
                Map.of("verdict", "changes_requested", "comments", "say more"))
            .ok();
    assertThat(given.at("status")).isEqualTo("changes_requested");
    assertThat(given.at("artifactName")).isEqualTo("plan");
    server
        .send("POST", path + asked.id(), Map.of("verdict", "approved"))
        .refused(409, "already_submitted");
    assertThat(
            server
                .send("POST", path + others.id(), Map.of("verdict", "approved"))
                .ok()
                .at("reviewer"))
        .as("who opens the page of an open server is an administrator")
        .isEqualTo("carol");
    server.send("POST", path + "none", Map.of("verdict", "approved")).refused(404, "not_found");
  }

  @Test
  void memory_isWrittenBySection() {
    Map<String, String> content = Map.of("content", "We use *tabs*.");
    server.send("PUT", "/api/memory/project/sections/Style%20of%20code", content).is(204);
    server.send("PUT", "/api/memory/agents/bob/sections/What%20I%20know", content).is(204);
    Answered project = server.get("/api/memory").ok();
    assertThat((String) project.at("project.content")).contains("## Style of code", "*tabs*");
    assertThat(project.at("agents")).isEqualTo(List.of("bob"));
    assertThat((String) server.get("/api/memory/bob").ok().at("content"))
        .contains("## What I know");
    assertThat(server.get("/api/memory/carol").ok().at("content")).isNull();
    server.get("/api/memory/.x").refusedField("agent");
    server.send("PUT", "/api/memory/project/sections/%23x", content).refusedField("key");
    server.send("PUT", "/api/memory/agents/.x/sections/a", content).refusedField("agent");
    String most = "\u0001".repeat(Memory.MAX_CONTENT);
    server.send("PUT", "/api/memory/agents/bob/sections/a", Map.of("content", most)).is(204);
    server
        .send("PUT", "/api/memory/agents/bob/sections/a", Map.of("content", most + "a"))
        .refusedField("content");
    server.send("PUT", "/api/memory/agents/bob/sections/a", Map.of()).refusedField("content");
  }

  @Test
  void memorySection_isReadWholeWithHeadingsInside_andWrittenOverWhatWasRead() {
    String guide = "Short.\n\n## Headings\n\nCase.";
    Memory memory = server.agent("docs").memory();
    AgentId docs = new AgentId("docs");
    memory.write(docs, new SectionKey("style guide"), guide);
    memory.append(docs, "learned");
    Answered read = server.get("/api/memory/docs").ok();
    assertThat(read.at("blocks.0.kind")).isEqualTo("section");
    assertThat(read.at("blocks.0.title")).isEqualTo("style guide");
    assertThat(read.at("blocks.0.content")).isEqualTo(guide);
    assertThat(read.at("blocks.1.kind")).isEqualTo("entry");
    assertThat(read.at("blocks.1.version")).isNull();
    String path = "/api/memory/agents/docs/sections?key=style%20guide";
    String tag = "\"" + read.at("blocks.0.version") + "\"";
    Map<String, String> mine = Map.of("content", guide + "\n\n## Dates\n\nISO.");
    server.send("PUT", path, mine, "If-Match", tag).is(204);
    assertThat(memory.of(docs)).get().asString().contains("ISO.").containsOnlyOnce("learned");
    memory.write(docs, new SectionKey("style guide"), "AGENT WROTE THIS MEANWHILE");
    Answered refused =
        server.send("PUT", path, mine, "If-Match", tag).refused(412, "section_changed");
    assertThat(refused.at("current")).isEqualTo("AGENT WROTE THIS MEANWHILE");
    server.send("PUT", path, mine, "If-Match", "\"" + refused.at("version") + "\"").is(204);
  }

  @Test
  void memorySection_thatIsNew_isNotWrittenOverOneThatIsThere() {
    Map<String, String> content = Map.of("content", "x");
    String path = "/api/memory/project/sections?key=" + "CI%2FCD";
    server.send("PUT", path, content, "If-None-Match", "*").is(204);
    assertThat((String) server.get("/api/memory").ok().at("project.content"))
        .contains("## CI/CD\n\nx");
    server.send("PUT", path, content, "If-None-Match", "*").refused(412, "section_changed");
    server.send("PUT", path, content, "If-None-Match", "\"a\"").refusedField("If-None-Match");
    server.send("PUT", path, content, "If-Match", "abc").refusedField("If-Match");
    server.send("PUT", "/api/memory/project/sections", content).refusedField("key");
  }

  @Test
  void task_saysWhatThePersonMayMakeOfIt_andThatIsWhatIsAllowed() {
    Task others =
        bob.tasks().create(TaskDraft.titled("bob's").assignee(new AgentId("bob")).build());
    Task free = bob.tasks().create(TaskDraft.titled("free").build());
    Task waits = bob.tasks().create(TaskDraft.titled("waits").dependsOn(free.id()).build());
    for (Task task : List.of(others, free, waits)) {
      String path = RUN + "/tasks/" + task.id();
      List<?> may = (List<?>) server.get(path).ok().at("mayBecome");
      for (String status : List.of("in_review", "in_progress", "done", "todo")) {
        Task fresh = bob.tasks().find(task.id()).orElseThrow();
        Answered said = server.send("PATCH", path, Map.of("status", status));
        if (!fresh.status().wireName().equals(status)) {
          assertThat(said.status() == 200)
              .as(task.draft().title() + " to " + status)
              .isEqualTo(may.contains(status));
        }
        if (said.status() == 200) {
          may = (List<?>) said.at("mayBecome");
        }
      }
    }
    assertThat(server.get(RUN + "/tasks/" + others.id()).ok().at("mayAssign")).isEqualTo(true);
    assertThat(server.get(RUN + "/tasks/" + free.id()).ok().at("mayAssign")).isEqualTo(true);
  }

  @Test
  void person_isNoAgentInTheList() {
    server.person();
    server.agent("bob").rooms().list();
    Answered agents = server.get("/api/agents").ok();
    List<Object> people =
        ((List<?>) agents.at("items"))
            .stream()
                .map(item -> (Map<?, ?>) item)
                .filter(item -> Boolean.TRUE.equals(item.get("person")))
                .<Object>map(item -> item.get("id"))
                .toList();
    assertThat(people).containsExactly("ann");
  }

  @Test
  void personas_withoutAFile_areNobody_andItIsSaidWhatToDo() {
    for (String path : List.of("/api/personas", RUN + "/team")) {
      Answered nobody = server.get(path).ok();
      assertThat(nobody.at("items")).isEqualTo(List.of());
      assertThat((String) nobody.at("problem")).contains("home folder");
    }
  }
}
