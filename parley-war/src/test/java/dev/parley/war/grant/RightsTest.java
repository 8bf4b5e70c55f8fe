package dev.parley.war.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.tool.AllTools;
import dev.parley.war.tool.ToolSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RightsTest {
  @Test
  void names_areExactlyTheToolsThatAreOffered() {
    Set<String> offered = new TreeSet<>(AllTools.set().names());
    AllTools.sets().stream().map(ToolSet::names).forEach(offered::addAll);
    assertThat(new TreeSet<>(Rights.tools())).isEqualTo(offered);
  }

  @Test
  void tool_isKnown_behindThePrefixOfAClient() {
    assertThat(Rights.isTool("claim_task")).isTrue();
    assertThat(Rights.isTool("mcp__parley__claim_task")).isTrue();
    assertThat(Rights.isTool("claim_tasks")).isFalse();
    assertThat(Rights.isTool("Bash")).isFalse();
  }

  @Test
  void tool_thatIsNotListed_needsTheScopeToAdminister() {
    assertThat(Rights.tool("delete_everything")).isEqualTo(Requirement.ADMINISTRATION);
  }

  @Test
  void toolsThatChangeSomething_needAScopeToWrite_andOthersNone() {
    AllTools.set()
        .tools()
        .forEach(
            tool -> {
              boolean reads = Boolean.TRUE.equals(tool.description().annotations().readOnlyHint());
              List<Scope> writing =
                  Rights.tool(tool.name()).scopes().stream()
                      .filter(scope -> scope.wireName().endsWith(":write"))
                      .toList();
              boolean changesItsCallerAlone =
                  Set.of("ack_messages", "wait_for_messages", "wake_test", "get_messages")
                      .contains(tool.name());
              if (!changesItsCallerAlone) {
                assertThat(writing.isEmpty()).as(tool.name()).isEqualTo(reads);
              }
            });
  }

  @Test
  void grant_ofOneScope_admitsTheToolsThatListIt_andNoOther() {
    for (Scope scope : Scope.values()) {
      Grant grant = grant(EnumSet.of(scope), NamePattern.ANY);
      for (String tool : Rights.tools()) {
        boolean listed = Rights.tool(tool).scopes().contains(scope);
        assertThat(Rights.tool(tool).isMetBy(grant)).as(scope + " " + tool).isEqualTo(listed);
        if (!listed) {
          assertRefused(() -> Rights.tool(tool).check(grant));
        }
      }
    }
  }

  @Test
  void operations_areExactlyThoseOfTheDocument() {
    assertThat(Rights.listedOperations().keySet())
        .containsExactlyInAnyOrderElementsOf(documented());
  }

  /** With {@code -Dparley.rights.page=FILE} the test writes the page first. */
  @Test
  void page_hasTheTable() throws IOException {
    String page = new RightsPage().text();
    String file = System.getProperty("parley.rights.page", "");
    if (!file.isEmpty()) {
      Files.writeString(Path.of(file), page);
    }
    assertThat(Path.of("../site/modules/ROOT/pages/rights.adoc")).hasContent(page);
  }

  /**
   * The operations of {@code openapi.yaml}, which {@code OpenApiTest} compares with the classes.
   */
  private static Set<String> documented() {
    Set<String> all = new TreeSet<>();
    String path = "";
    for (String line : resource("/dev/parley/war/rest/openapi.yaml").lines().toList()) {
      if (line.matches("  /\\S+:")) {
        path = line.strip().replace(":", "");
      } else if (line.matches("    (get|post|put|patch|delete):")) {
        all.add(line.strip().replace(":", "").toUpperCase(Locale.ROOT) + " " + path);
      }
    }
    return all;
  }

  private static String resource(String name) {
    try (InputStream in = Rights.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/rooms, WATCH",
    "GET, /api/rooms/, WATCH",
    "HEAD, /api/rooms/planning, WATCH",
    "PUT, /api/memory/project/sections, TEAM_WRITE",
    "GET, /api/memory/project, WATCH",
    "DELETE, /api/credentials/0123456789ab, ADMIN",
  })
  void operation_isFoundByItsPath(String method, String path, Scope needed) {
    assertThat(Rights.operation(method, path).orElseThrow().scopes()).containsExactly(needed);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api",
    "GET, /api//rooms",
    "GET, /api/rooms//",
    "GET, /api/%63redentials",
    "GET, /api/credentials/a/b",
    "POST, /api/credentials%2F0123456789ab%2Frotate",
    "POST, /api/rooms",
    "PURGE, /api/rooms",
    "OPTIONS, /api/rooms",
    "get, /api/rooms",
  })
  void operation_thatIsNotListed_isNone(String method, String path) {
    assertThat(Rights.operation(method, path)).isEmpty();
  }

  @Test
  void methods_areThoseOfThePath() {
    assertThat(Rights.methods("/api/credentials/0123456789ab"))
        .containsExactly("GET", "PATCH", "DELETE");
    assertThat(Rights.methods("/api/none")).isEmpty();
  }

  @Test
  void rolesOfPeople_bringTheRightsThatTheirScopesDoNot() {
    Set<Scope> all = EnumSet.allOf(Scope.class);
    for (Role role : Role.values()) {
      Grant grant =
          new Grant(
              Optional.of("0123456789ab"),
              CredentialKind.PERSON,
              role,
              Optional.of(WorkspaceId.DEFAULT),
              NamePattern.ANY,
              all,
              Optional.empty());
      assertThat(Rights.TALK_ON_PAGE.isMetBy(grant)).isEqualTo(role != Role.VIEWER);
      assertThat(Rights.LEAD_ON_PAGE.isMetBy(grant)).isEqualTo(role.covers(Role.LEAD));
      assertThat(Requirement.ADMINISTRATION.isMetBy(grant)).isEqualTo(role == Role.ADMIN);
    }
  }

  @Test
  void grant_forAPattern_refusesOtherNamesAndOtherWorkspaces() {
    Grant grant = grant(EnumSet.of(Scope.TEAM_READ), new NamePattern("alice.*"));
    grant.checkName(new AgentId("alice"));
    grant.checkName(new AgentId("alice.fe"));
    grant.checkWorkspace(WorkspaceId.DEFAULT);
    for (String other : List.of("alicia", "alice-fe", "Alice", "bob", "al")) {
      assertRefused(() -> grant.checkName(new AgentId(other)));
    }
    assertRefused(() -> grant.checkWorkspace(new WorkspaceId("other")));
  }

  private static void assertRefused(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ParleyException.class,
            refused ->
                assertThat(refused.problem().code()).isEqualTo(ProblemCode.PERMISSION_DENIED));
  }

  private static Grant grant(Set<Scope> scopes, NamePattern names) {
    return new Grant(
        Optional.of("0123456789ab"),
        CredentialKind.AGENT,
        Role.MEMBER,
        Optional.of(WorkspaceId.DEFAULT),
        names,
        scopes,
        Optional.empty());
  }
}
