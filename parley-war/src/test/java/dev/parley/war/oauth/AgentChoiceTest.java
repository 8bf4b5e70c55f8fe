package dev.parley.war.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.ConsentRequest;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.grant.Grant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client gets no name and no right that the person has not. */
class AgentChoiceTest {
  private static final Set<Scope> ALL = EnumSet.copyOf(OAuthServer.SCOPES);

  private static AgentChoice person(String names, Role role, Optional<WorkspaceId> workspace) {
    return new AgentChoice(
        Nickname.of("ada"),
        new Grant(
            Optional.of("abcdefghijkl"),
            CredentialKind.PERSON,
            role,
            workspace,
            new NamePattern(names),
            role.scopes(),
            Optional.empty()),
        workspace.orElse(WorkspaceId.DEFAULT));
  }

  private static ProblemCode refusedCode(ThrowingCallable call) {
    ParleyException refused = catchThrowableOfType(ParleyException.class, call);
    assertThat(refused).isNotNull();
    return refused.problem().code();
  }

  private static ConsentRequest request(Set<Scope> scopes) {
    return new ConsentRequest(
        "c", "Probe", "https://example.org/cb", Optional.empty(), scopes, "x", "http://x/mcp");
  }

  private static CredentialDraft draft(AgentChoice person, String names, String workspace) {
    return person.draft(request(ALL), names, Optional.of(workspace), ALL);
  }

  @ParameterizedTest
  @CsvSource({
    "ada, ada.helper, true",
    "ada, ada.helper.*, true",
    "ada, ada, false",
    "ada, Ada, false",
    "ada, ada.*, false",
    "ada, adam, false",
    "ada, bob, false",
    "ada, *, false",
    "ada, .x, false",
    "ada.*, ada.x, true",
    "ada.*, ada.*, false",
    "ada.*, bob, false",
    "*, bob, true",
    "*, bob.*, true",
    "*, ada, false",
    "*, Ada, false",
    "*, ADA.*, false",
    "*, *, false",
    "bob, bob, true",
    "bob, bob.*, false"
  })
  void name_isOneThePersonMayGive(String own, String asked, boolean may) {
    AgentChoice person = person(own, Role.MEMBER, Optional.of(WorkspaceId.DEFAULT));
    if (may) {
      assertThat(draft(person, asked, "default").names()).isEqualTo(new NamePattern(asked));
    } else {
      assertThat(refusedCode(() -> draft(person, asked, "default")))
          .isIn(ProblemCode.INVALID_ARGUMENT, ProblemCode.PERMISSION_DENIED);
    }
  }

  @Test
  void scopesAndRole_areThoseOfThePerson_andNeverForPeopleAlone() {
    CredentialDraft ofAdmin = draft(person("*", Role.ADMIN, Optional.empty()), "x", "shop");
    assertThat(ofAdmin.kind()).isEqualTo(CredentialKind.AGENT);
    assertThat(ofAdmin.role()).isEqualTo(Role.MEMBER);
    assertThat(ofAdmin.scopes()).isEqualTo(ALL);
    assertThat(ofAdmin.workspace()).isEqualTo(new WorkspaceId("shop"));
    assertThat(ofAdmin.label()).isEqualTo("Probe");
    AgentChoice viewer = person("*", Role.VIEWER, Optional.empty());
    CredentialDraft ofViewer = draft(viewer, "x", "shop");
    assertThat(ofViewer.role()).isEqualTo(Role.VIEWER);
    assertThat(ofViewer.scopes())
        .containsExactlyInAnyOrder(Scope.ROOMS_READ, Scope.BUS_READ, Scope.TEAM_READ);
    assertThat(viewer.scopes(EnumSet.of(Scope.TEAM_WRITE))).containsExactly(Scope.TEAM_READ);
  }

  @Test
  void scopes_areAmongThoseThatWereAsked_andChosen() {
    AgentChoice person = person("ada", Role.MEMBER, Optional.of(WorkspaceId.DEFAULT));
    CredentialDraft draft =
        person.draft(
            request(EnumSet.of(Scope.TEAM_WRITE)),
            "ada.x",
            Optional.empty(),
            EnumSet.of(Scope.TEAM_READ, Scope.ROOMS_READ));
    assertThat(draft.scopes()).containsExactly(Scope.TEAM_READ);
    assertThat(
            refusedCode(
                () ->
                    person.draft(
                        request(EnumSet.of(Scope.TEAM_READ)),
                        "ada.x",
                        Optional.empty(),
                        EnumSet.of(Scope.ROOMS_READ))))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void workspace_isThatOfThePerson() {
    AgentChoice person = person("ada", Role.MEMBER, Optional.of(new WorkspaceId("shop")));
    assertThat(person.draft(request(ALL), "ada.x", Optional.empty(), ALL).workspace().value())
        .isEqualTo("shop");
    assertThat(refusedCode(() -> draft(person, "ada.x", "default")))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
  }

  @Test
  void usualName_isBelowThatOfThePerson() {
    AgentChoice person = person("ada", Role.MEMBER, Optional.empty());
    assertThat(person.usualName("My  App (v2)!")).isEqualTo("ada.my-app-v2");
    assertThat(person.usualName("<<>>")).isEqualTo("ada.agent");
    assertThat(person.usualName("x".repeat(100))).hasSize(64);
  }
}
