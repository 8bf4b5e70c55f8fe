package dev.parley.engine.permission;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.PermissionId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionRequest;
import java.util.Optional;

/**
 * A permission request as it is stored.
 *
 * @param workspace its workspace
 * @param connection the connection that gets the answer
 * @param request the request
 * @param answer the answer; empty while it is open
 * @param by the person who answered; empty while it is open
 */
record StoredPermission(
    WorkspaceId workspace,
    ConnectionId connection,
    PermissionRequest request,
    Optional<PermissionAnswer> answer,
    Optional<AgentId> by) {

  PermissionId id() {
    return request.id();
  }

  /** Returns true if {@code other} is the same use of a tool by the same agent. */
  boolean isFor(PermissionRequest other) {
    return request.agent().equals(other.agent()) && request.draft().equals(other.draft());
  }
}
