package dev.parley.war.rest;

import dev.parley.id.AgentId;
import dev.parley.id.ReservedNames;
import dev.parley.id.WorkspaceId;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestHeaders;
import dev.parley.war.login.Login;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * The caller of an operation that programs ask with a token and people with their login.
 *
 * @param grant its rights
 * @param workspace the workspace of the login; of a program, the one it names in a header and may
 *     open, else the one of its credential, else the default one
 * @param agent the agent it names in a header, else the usual one of its credential; empty for a
 *     person who names none
 * @param person the person who is logged in
 */
record ProgramCaller(
    Grant grant, WorkspaceId workspace, Optional<AgentId> agent, Optional<AgentId> person) {
  private static final String AGENT = "Parley-Agent";
  private static final String WORKSPACE = "Parley-Workspace";

  /**
   * Returns the caller of a request that was let in.
   *
   * @throws dev.parley.war.wire.HttpProblemException 401 for one that is nobody's
   * @throws dev.parley.problem.ParleyException {@code permission_denied} for a name or a workspace
   *     that its credential does not open; {@code name_reserved}; {@code invalid_argument}
   */
  static ProgramCaller of(HttpServletRequest request) {
    Optional<Login> login = Login.in(request);
    Grant grant =
        login.isEmpty() && RequestGrant.isNoted(request)
            ? RequestGrant.of(request)
            : Login.of(request).grantHere();
    Optional<AgentId> named = header(request, AGENT, ReservedNames::agent);
    named.ifPresent(grant::checkName);
    if (login.isPresent()) {
      return new ProgramCaller(
          grant, login.get().workspace(), named, Optional.of(login.get().person()));
    }
    Optional<WorkspaceId> asked = header(request, WORKSPACE, WorkspaceId::new);
    asked.ifPresent(grant::checkWorkspace);
    return new ProgramCaller(
        grant,
        asked.or(grant::workspace).orElse(WorkspaceId.DEFAULT),
        named.or(grant.names()::usual),
        Optional.empty());
  }

  private static <T> Optional<T> header(
      HttpServletRequest request, String name, Function<String, T> type) {
    return RequestParams.optional(name, RequestHeaders.of(request, name), type);
  }
}
