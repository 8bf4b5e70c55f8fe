package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.memory.SectionKey;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.Gate;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document says what the resources do: nothing else, nothing less. Each was seen red once. */
class OpenApiTest {
  private static final String POOL =
      """
      agents:
        builder:
          name: Builder
          emoji: B
          tags: [code]
          tools: [get_messages]
          systemPrompt: Build.
        bob: {extends: builder, name: Bob}
      """;

  /** A filter serves it, as JAX-RS has no non-blocking output. */
  private static final String STREAM = "GET /api/stream";

  private final OpenApi document = OpenApi.read();
  private final JsonSchemaValidator validator = new DefaultJsonSchemaValidator();

  @Test
  void everyPathAndMethod_isInTheDocument_andTheOtherWayRound() {
    Set<String> served = new TreeSet<>(resources().keySet());
    served.add(STREAM);
    assertThat(document.operations().keySet()).isEqualTo(served);
  }

  @Test
  void everyParameter_isInTheDocument_andTheOtherWayRound() {
    resources()
        .forEach(
            (operation, method) -> {
              OpenApi.Operation said = document.operations().get(operation);
              assertThat(said.parameters("query")).as(operation).isEqualTo(queried(method));
              assertThat(said.parameters("path")).as(operation).isEqualTo(named(method));
            });
  }

  @Test
  void everyOperation_saysWhatARefusalIs() {
    Set<String> without = new TreeSet<>(document.operations().keySet());
    without.removeIf(
        operation -> document.operations().get(operation).responses().containsKey("default"));
    assertThat(without).containsExactly("GET /api/openapi.yaml");
  }

  @Test
  void everyComponent_isReferredTo() {
    assertThat(document.references())
        .allSatisfy(reference -> assertThat(document.text()).contains("\"" + reference + "\""));
  }

  @Test
  void everyAnswer_fitsItsSchema(@TempDir java.nio.file.Path home) throws Exception {
    Files.writeString(home.resolve("agents.pool.yml"), POOL);
    Files.writeString(home.resolve("session-agents-run.yml"), "agents:\n  bob:\n");
    try (RestServer server = new RestServer(ParleyBuilder.builder().inMemory().home(home))) {
      Map<String, Asked> asked = new LinkedHashMap<>(asked(server));
      asked.forEach((operation, request) -> check(server, operation, request));
      Map<String, Asked> administration = administration(server);
      administration.forEach((operation, request) -> check(server, operation, request));
      asked.putAll(administration);
      assertThat(asked.keySet())
          .containsExactlyInAnyOrderElementsOf(
              without(
                  STREAM,
                  "GET /api/openapi.yaml",
                  "GET /api/audit/export",
                  "POST /api/backup", // BackupIT
                  "GET /api/sessions/{session}/export",
                  "GET /api/sessions/{session}/artifacts/{artifact}/content",
                  "GET /api/login/oidc",
                  "GET /api/login/oidc/callback",
                  "POST /api/permissions/{id}")); // its people need a credential: PermissionsIT
      assertThat(
              validator.validate(
                  document.schema("Problem"), server.get("/api/sessions/none").json()))
          .matches(ValidationResponse::valid, "fits");
      Answered served = server.get("/api/openapi.yaml");
      assertThat(served.text()).isEqualTo(document.text());
      assertThat(served.header("Content-Type")).startsWith("application/yaml");
    }
  }

  @Test
  void backendOfAnyName_fitsTheSchema() throws Exception {
    try (RestServer server = new RestServer(ParleyBuilder.builder().inMemory())) {
      String health = server.get("/api/health").text();
      String own = health.replace("\"durable\":\"database\"", "\"durable\":\"kafka\"");
      assertThat(own).isNotEqualTo(health);
      Map<String, Object> schema =
          document.operations().get("GET /api/health").answer().orElseThrow();
      assertThat(validator.validate(schema, own)).matches(ValidationResponse::valid, "fits");
    }
  }

  private void check(RestServer server, String operation, Asked request) {
    OpenApi.Operation said = document.operations().get(operation);
    checkFields(server, operation, said, request);
    Answered answer = request.of(server);
    assertThat(answer.status()).as(operation + answer.text()).isEqualTo(said.status());
    said.answer()
        .ifPresentOrElse(
            schema -> {
              assertThat(validator.validate(schema, answer.json()))
                  .as(operation + answer.text())
                  .matches(ValidationResponse::valid, "fits");
              assertThat(answer.text()).as(operation).doesNotContain("\"items\":[]");
            },
            () -> assertThat(answer.text()).as(operation).isEmpty());
  }

  /** The refusal of a field nobody knows names those that are known. */
  private static void checkFields(
      RestServer server, String operation, OpenApi.Operation said, Asked request) {
    Optional<List<String>> fields = said.fields();
    assertThat(!request.body().isEmpty()).as(operation).isEqualTo(fields.isPresent());
    fields
        .filter(names -> !said.takesAnyField())
        .ifPresent(
            names -> {
              Answered refused =
                  server
                      .send(request.method(), request.path(), Map.of("no such", 1))
                      .refusedField("no such");
              assertThat(refused.at("known")).as(operation).isEqualTo(names);
            });
  }

  private record Asked(String method, String path, Map<String, ?> body) {
    Answered of(RestServer server) {
      return method.equals("GET") ? server.get(path) : server.send(method, path, body);
    }
  }

  /** One request of each kind, of a run in which something of each kind happened. */
  private static Map<String, Asked> asked(RestServer server) {
    Connection bob = server.agent("bob");
    RoomName room = RoomName.of("kept");
    Message root = bob.topics().post(room, Body.of("said"), Optional.empty());
    bob.topics().post(room, Body.of("re"), Optional.of(new MessageId(root.id().value())));
    bob.rooms().join(room);
    Session run = bob.sessions().start(new SessionId("run"));
    Task parent = run.tasks().create(TaskDraft.titled("parent").gates(Gate.artifact("n")).build());
    run.tasks()
        .create(TaskDraft.titled("child").derivedFrom(parent.id()).dependsOn(parent.id()).build());
    Task free = run.tasks().create(TaskDraft.titled("free").build());
    Task waiting =
        run.tasks().create(TaskDraft.titled("waits").assignee(new AgentId("ann")).build());
    run.tasks().claim(parent.id());
    run.messages().send(SessionMessageDraft.broadcast("hello").with(Map.of("a", "b")));
    Artifact first = run.artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "a"));
    Artifact second =
        run.artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "b").from(parent.id()));
    Review review = run.reviews().request(second.id(), new AgentId("ann"));
    bob.memory().write(new SectionKey("a"), "b");
    bob.memory().write(bob.agent(), new SectionKey("a"), "b");
    bob.sessions().saveSummary(run.id(), "done");
    Map<String, Asked> all = new LinkedHashMap<>();
    String in = "/api/sessions/run";
    get(all, "/api/me", "/api/me");
    put(all, "POST /api/login", "/api/login", Map.of("name", "ann"));
    put(all, "PUT /api/login/workspace", "/api/login/workspace", Map.of("workspace", "default"));
    get(all, "/api/workspaces", "/api/workspaces");
    put(all, "POST /api/logout", "/api/logout", Map.of());
    get(all, "/api/health", "/api/health");
    get(all, "/api/agents", "/api/agents");
    get(all, "/api/waiting", "/api/waiting");
    put(
        all,
        "POST /api/waiting/{id}/dismiss",
        "/api/waiting/task-" + waiting.id() + "/dismiss",
        Map.of());
    put(all, "POST /api/agents/{agent}/resume", "/api/agents/bob/resume", Map.of());
    put(
        all,
        "POST /api/agents/{agent}/wake-test",
        "/api/agents/bob/wake-test",
        Map.of("timeoutMs", 1000));
    get(all, "/api/rooms", "/api/rooms");
    get(all, "/api/rooms/{room}", "/api/rooms/kept");
    get(all, "/api/rooms/{room}/messages", "/api/rooms/kept/messages?limit=1");
    get(all, "/api/rooms/{room}/threads/{message}", "/api/rooms/kept/threads/" + root.id());
    get(all, "/api/search", "/api/search?q=said&room=kept");
    get(all, "/api/search/work", "/api/search/work?q=parent");
    get(all, "/api/sessions", "/api/sessions");
    get(all, "/api/sessions/{session}", in);
    get(all, "/api/sessions/{session}/events", in + "/events");
    get(all, "/api/sessions/{session}/completion-check", in + "/completion-check?agent=bob");
    put(all, "POST /api/hook/tool-use", "/api/hook/tool-use", Map.of("tool_name", "Bash"));
    get(all, "/api/sessions/{session}/tasks", in + "/tasks");
    get(all, "/api/sessions/{session}/tasks/{task}", in + "/tasks/" + parent.id());
    get(all, "/api/sessions/{session}/artifacts", in + "/artifacts");
    String artifact = in + "/artifacts/" + second.id();
    get(all, "/api/sessions/{session}/artifacts/{artifact}", artifact);
    get(
        all,
        "/api/sessions/{session}/artifacts/{artifact}/diff",
        artifact + "/diff?from=" + first.id());
    get(all, "/api/sessions/{session}/reviews", in + "/reviews");
    get(all, "/api/sessions/{session}/team", in + "/team");
    get(all, "/api/personas", "/api/personas");
    get(all, "/api/memory", "/api/memory");
    get(all, "/api/memory/{agent}", "/api/memory/bob");
    put(all, "POST /api/rooms/{room}/messages", "/api/rooms/kept/messages", Map.of("text", "a"));
    put(all, "PUT /api/rooms/{room}/seat", "/api/rooms/kept/seat", Map.of("nickname", "Ann"));
    put(all, "DELETE /api/rooms/{room}/seat", "/api/rooms/kept/seat", Map.of());
    put(
        all,
        "POST /api/sessions/{session}/messages",
        in + "/messages",
        Map.of("text", "a", "to", "bob"));
    put(all, "POST /api/sessions/{session}/tasks", in + "/tasks", Map.of("title", "new"));
    put(
        all,
        "PATCH /api/sessions/{session}/tasks/{task}",
        in + "/tasks/" + free.id(),
        Map.of("assignee", "ann"));
    put(
        all,
        "POST /api/sessions/{session}/reviews/{review}",
        in + "/reviews/" + review.id(),
        Map.of("verdict", "approved"));
    Map<String, String> content = Map.of("content", "x");
    put(all, "PUT /api/memory/project/sections", "/api/memory/project/sections?key=a/b", content);
    put(
        all,
        "PUT /api/memory/agents/{agent}/sections",
        "/api/memory/agents/bob/sections?key=a/b",
        content);
    put(all, "PUT /api/memory/project/sections/{key}", "/api/memory/project/sections/a", content);
    put(
        all,
        "PUT /api/memory/agents/{agent}/sections/{key}",
        "/api/memory/agents/bob/sections/a",
        content);
    return new TreeMap<>(all);
  }

  /** Requests about credentials. With the first one the server is closed, so these come last. */
  private static Map<String, Asked> administration(RestServer server) {
    String path = "/api/credentials";
    String one = path + "/" + created(server);
    eventually(
        "the claim is stored",
        () -> !server.get("/api/audit?action=task.claim").each("id").isEmpty());
    Map<String, Asked> all = new LinkedHashMap<>();
    get(all, "/api/audit", "/api/audit?action=task.claim");
    get(all, path, path);
    put(all, "POST " + path, path, Map.of("kind", "agent", "names", "alice.*"));
    get(all, path + "/{id}", one);
    put(all, "PATCH " + path + "/{id}", one, Map.of("scopes", List.of("watch")));
    put(all, "POST " + path + "/{id}/rotate", one + "/rotate", Map.of());
    put(all, "DELETE " + path + "/{id}", one, Map.of());
    get(all, "/api/consents", "/api/consents");
    put(all, "DELETE /api/consents/{id}", "/api/consents/" + server.consent(), Map.of());
    return all;
  }

  private static String created(RestServer server) {
    Answered created = server.send("POST", "/api/credentials", Map.of("kind", "person"));
    return String.valueOf(created.at("credential.id"));
  }

  private static void get(Map<String, Asked> all, String template, String path) {
    all.put("GET " + template, new Asked("GET", path, Map.of()));
  }

  private static void put(
      Map<String, Asked> all, String operation, String path, Map<String, ?> body) {
    String method = operation.substring(0, operation.indexOf(' '));
    all.put(operation, new Asked(method, path, body));
  }

  private Set<String> without(String... operations) {
    Set<String> all = new TreeSet<>(document.operations().keySet());
    all.removeAll(List.of(operations));
    return all;
  }

  private static Map<String, Method> resources() {
    Map<String, Method> all = new TreeMap<>();
    for (Class<?> type : WebResources.all()) {
      String above = Objects.requireNonNull(type.getAnnotation(Path.class)).value();
      for (Method method : type.getDeclaredMethods()) {
        Path below = method.getAnnotation(Path.class);
        verb(method).ifPresent(verb -> all.put(verb + " " + above + path(below), method));
      }
    }
    return all;
  }

  private static String path(@Nullable Path below) {
    return below == null ? "" : below.value();
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value)
        .findFirst();
  }

  private static List<String> queried(Method method) {
    return annotated(method, QueryParam.class).map(QueryParam::value).sorted().toList();
  }

  private static List<String> named(Method method) {
    return annotated(method, PathParam.class).map(PathParam::value).sorted().toList();
  }

  private static <A extends Annotation> Stream<A> annotated(Method method, Class<A> type) {
    return Arrays.stream(method.getParameters())
        .map((Parameter parameter) -> parameter.getAnnotation(type))
        .filter(Objects::nonNull);
  }
}
