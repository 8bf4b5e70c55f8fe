package dev.parley.permission;

import java.util.Locale;

/** The answer of a person to a permission request. It is final. */
public enum PermissionAnswer {
  /** The agent may use the tool, this once. */
  ALLOW,
  /** The agent may not use the tool. */
  DENY;

  /** Returns the name on the wire, for example {@code allow}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
