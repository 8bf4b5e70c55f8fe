package dev.parley.credential;

import dev.parley.problem.InvalidArgument;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The roles of holders of a credential, each with all rights of the one before. */
public enum Role {
  /** Looks at the page and changes nothing. */
  VIEWER,
  /** Talks, works, reviews and creates. */
  MEMBER,
  /** Decides about the work of others: assigns, reopens, cancels and releases their tasks. */
  LEAD,
  /** Administers credentials, workspaces and the audit. */
  ADMIN;

  /** Returns the name it has on the wire and in storage. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the role of a wire name.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  public static Role of(String wireName) {
    return Arrays.stream(values())
        .filter(role -> role.wireName().equals(wireName))
        .findFirst()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    "role", "'" + wireName + "' is none of viewer, member, lead, admin"));
  }

  /** Returns true if it has all rights of {@code other}. */
  public boolean covers(Role other) {
    return compareTo(other) >= 0;
  }

  /** Returns the scopes of a holder in this role, unless said otherwise. */
  public Set<Scope> scopes() {
    return switch (this) {
      case VIEWER -> EnumSet.of(Scope.ROOMS_READ, Scope.BUS_READ, Scope.TEAM_READ, Scope.WATCH);
      case MEMBER, LEAD -> EnumSet.complementOf(EnumSet.of(Scope.ADMIN));
      case ADMIN -> EnumSet.allOf(Scope.class);
    };
  }
}
