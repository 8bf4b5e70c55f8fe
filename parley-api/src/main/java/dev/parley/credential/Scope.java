package dev.parley.credential;

import dev.parley.problem.InvalidArgument;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The things a credential may be used for. The right to write includes the right to read. */
public enum Scope {
  /** Reading rooms: their lists, members and messages. */
  ROOMS_READ,
  /** Joining rooms, and sending to them. */
  ROOMS_WRITE,
  /** Reading topics, and the agents that follow them. */
  BUS_READ,
  /** Posting to topics. */
  BUS_WRITE,
  /** Reading sessions: their tasks, artifacts, reviews, messages, and memory. */
  TEAM_READ,
  /** Changing sessions and memory. */
  TEAM_WRITE,
  /** Looking at the page. */
  WATCH,
  /** Administering credentials and reading the audit. */
  ADMIN;

  /** Returns the name it has on the wire and in storage, for example {@code rooms:read}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', ':');
  }

  /**
   * Returns the scope of a wire name.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  public static Scope of(String wireName) {
    return Arrays.stream(values())
        .filter(scope -> scope.wireName().equals(wireName))
        .findFirst()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    "scopes",
                    "'" + wireName + "' is no scope; they are " + names(Arrays.asList(values()))));
  }

  /** Returns {@code scopes} and those they include. */
  public static Set<Scope> withIncluded(Collection<Scope> scopes) {
    EnumSet<Scope> all = EnumSet.noneOf(Scope.class);
    for (Scope scope : scopes) {
      all.add(scope);
      switch (scope) {
        case ROOMS_WRITE -> all.add(ROOMS_READ);
        case BUS_WRITE -> all.add(BUS_READ);
        case TEAM_WRITE -> all.add(TEAM_READ);
        default -> {
          // includes no other
        }
      }
    }
    return all;
  }

  /** Returns the wire names of scopes in one order, with commas between them. */
  public static String names(Collection<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).collect(Collectors.joining(", "));
  }
}
