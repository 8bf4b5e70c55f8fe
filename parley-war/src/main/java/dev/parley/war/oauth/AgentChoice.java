package dev.parley.war.oauth;

import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.ConsentRequest;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.grant.Grant;
import dev.parley.war.login.Login;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The bounds of what a person may let a client be. A client acts under a name that the person's
 * credential allows, or below the person's own name: {@code ada} may have {@code ada.helper}. It
 * never has the person's own name, and no right the person has not.
 *
 * @param name the name of the person
 * @param grant the rights of the person
 * @param own the workspace that the person is in
 */
record AgentChoice(Nickname name, Grant grant, WorkspaceId own) {
  private static final Pattern NO_NAME = Pattern.compile("[^a-z0-9_-]+");
  private static final Pattern EDGE = Pattern.compile("^[-_]+|[-_]+$");
  private static final String DOT = ".";

  /** Returns the choice of a person who is logged in. */
  static AgentChoice of(Login login) {
    return new AgentChoice(login.name(), login.grant(), login.workspace());
  }

  /** Returns the scopes the person can give to a client that asks for some. */
  Set<Scope> scopes(Set<Scope> asked) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    scopes.addAll(OAuthServer.SCOPES);
    scopes.retainAll(Scope.withIncluded(asked));
    scopes.retainAll(grant.scopes());
    scopes.retainAll(role().scopes());
    return scopes;
  }

  /** A client decides nothing about the work of others, whatever the person may. */
  private Role role() {
    return grant.role().covers(Role.MEMBER) ? Role.MEMBER : Role.VIEWER;
  }

  /** Returns the name that is offered: the client's, below the person's own. */
  String usualName(String clientName) {
    String plain = NO_NAME.matcher(clientName.toLowerCase(Locale.ROOT)).replaceAll("-");
    String bare = EDGE.matcher(plain).replaceAll("");
    String whole = name.value() + DOT + (bare.isEmpty() ? "agent" : bare);
    return whole.substring(0, Math.min(whole.length(), AgentId.MAX_LENGTH));
  }

  /**
   * Returns the properties of the credential that the person chose for a client.
   *
   * @param names the name, or a name and all below it
   * @param workspace the workspace; empty for the one of the person
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}; {@code permission_denied}
   */
  CredentialDraft draft(
      ConsentRequest request, String names, Optional<String> workspace, Set<Scope> chosen) {
    Set<Scope> scopes = scopes(request.scopes());
    scopes.retainAll(chosen);
    WorkspaceId where = workspace.map(WorkspaceId::new).orElse(own);
    grant.checkWorkspace(where);
    return new CredentialDraft(
        CredentialKind.AGENT,
        role(),
        where,
        pattern(names),
        scopes,
        Optional.empty(),
        label(request));
  }

  private static String label(ConsentRequest request) {
    String label =
        request.clientName().isEmpty()
            ? RedirectUris.origin(request.redirectUri())
            : request.clientName();
    return label.substring(0, Math.min(label.length(), CredentialDraft.MAX_LABEL));
  }

  private NamePattern pattern(String text) {
    NamePattern names = new NamePattern(text);
    AgentId agent =
        names
            .usual()
            .map(stem -> AgentId.of(stem.value()))
            .orElseThrow(
                () ->
                    InvalidArgument.refusal(
                        "agent", "it must be one name, or a name followed by .*"));
    if (agent.value().equalsIgnoreCase(name.value())) {
      throw InvalidArgument.refusal("agent", "the name " + name + " is yours");
    }
    if (!agent.value().startsWith(name.value() + DOT)) {
      grant.checkName(agent);
      if (!names.isOneName()) {
        grant.checkName(new AgentId(agent.value() + DOT + "x"));
      }
    }
    return names;
  }
}
