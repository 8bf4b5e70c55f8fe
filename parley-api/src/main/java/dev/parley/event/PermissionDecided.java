package dev.parley.event;

import dev.parley.permission.PermissionAnswer;

/**
 * A person answered a permission request of the connection.
 *
 * @param code the code under which the client asked
 * @param answer the answer
 */
public record PermissionDecided(String code, PermissionAnswer answer) implements Event {
  @Override
  public Kind kind() {
    return Kind.PERMISSION_DECIDED;
  }
}
