package dev.parley.engine.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.Refusals;
import dev.parley.problem.TeamUnusable;
import dev.parley.team.Persona;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.ObjectMapper;

/** A home folder with team files. Whatever loads is held against the schema for editors as well. */
final class TeamFiles {
  static final SessionId SESSION = new SessionId("s1");

  private static final String POOL = "agents.pool.yml";
  private static final String TEAM = "session-agents-s1.yml";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema SCHEMA = schema();

  /** The tools of the schema for editors, which is held against the real ones where these are. */
  static final ToolNames TOOLS = ToolNames.of(enumerated());

  private final Path home;
  private final YamlTeams teams;

  TeamFiles(Path home) {
    this.home = home;
    this.teams = new YamlTeams(home, WorkspaceId.DEFAULT, TOOLS);
  }

  TeamFiles pool(String yaml) {
    return write(POOL, yaml);
  }

  TeamFiles team(String yaml) {
    return write(TEAM, yaml);
  }

  List<Persona> loadPool() {
    List<Persona> personas = teams.pool();
    assertThat(mistakes(read(POOL))).isEmpty();
    return personas;
  }

  List<Persona> loadTeam() {
    List<Persona> personas = teams.team(SESSION);
    assertThat(mistakes(read(TEAM))).isEmpty();
    return personas;
  }

  /** The pool, although the schema has something against it. */
  List<Persona> loadUnlikeTheSchema() {
    assertThat(mistakes(read(POOL))).isNotEmpty();
    return teams.pool();
  }

  Persona ofTeam(String id) {
    return named(id, loadTeam());
  }

  Persona ofPool(String id) {
    return named(id, loadPool());
  }

  TeamUnusable refusedPool() {
    return refusal(teams::pool);
  }

  TeamUnusable refusedTeam() {
    return refusal(() -> teams.team(SESSION));
  }

  static Persona named(String id, List<Persona> personas) {
    return personas.stream()
        .filter(persona -> persona.id().value().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + id + " among " + ids(personas)));
  }

  static List<String> ids(List<Persona> personas) {
    return personas.stream().map(persona -> persona.id().value()).toList();
  }

  /** What the schema has against a file. */
  static List<String> mistakes(String yaml) {
    Object document = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return SCHEMA.validate(JSON.valueToTree(document)).stream().map(Object::toString).toList();
  }

  static String resource(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TeamFiles write(String name, String text) {
    try {
      Files.createDirectories(Objects.requireNonNull(home.resolve(name).getParent()));
      Files.writeString(home.resolve(name), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String read(String name) {
    try {
      return Files.readString(home.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TeamUnusable refusal(ThrowingCallable call) {
    TeamUnusable refusal = (TeamUnusable) Refusals.refused(call);
    assertThat(refusal.code()).isEqualTo(ProblemCode.TEAM_UNUSABLE);
    assertThat(refusal.message()).doesNotContain(home.toString());
    return refusal;
  }

  private static InputStream open(String name) {
    return Objects.requireNonNull(YamlTeams.class.getResourceAsStream(name));
  }

  private static List<String> enumerated() {
    try (InputStream in = open("agents.schema.json")) {
      List<String> names = new ArrayList<>();
      JSON.readTree(in).at("/$defs/tool/anyOf/0/enum").forEach(name -> names.add(name.asString()));
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema schema() {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(open("agents.schema.json"));
  }
}
