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
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ToolScopesTest {
  @Test
  void names_areExactlyTheToolsThatAreOffered() {
    Set<String> offered = new TreeSet<>(AllTools.set().names());
    AllTools.sets().stream().map(ToolSet::names).forEach(offered::addAll);
    assertThat(new TreeSet<>(ToolScopes.names())).isEqualTo(offered);
  }

  @Test
  void tool_thatIsNotListed_needsTheScopeToAdminister() {
    assertThat(ToolScopes.of("delete_everything")).containsExactly(Scope.ADMIN);
  }

  @Test
  void toolsThatChangeSomething_needAScopeToWrite_andOthersNone() {
    AllTools.set()
        .tools()
        .forEach(
            tool -> {
              boolean reads = Boolean.TRUE.equals(tool.description().annotations().readOnlyHint());
              List<Scope> writing =
                  ToolScopes.of(tool.name()).stream()
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
      for (String tool : ToolScopes.names()) {
        boolean listed = ToolScopes.of(tool).contains(scope);
        assertThat(grant.hasAny(ToolScopes.of(tool))).as(scope + " " + tool).isEqualTo(listed);
        if (!listed) {
          assertRefused(() -> grant.check(ToolScopes.of(tool)));
        }
      }
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
        scopes);
  }
}
