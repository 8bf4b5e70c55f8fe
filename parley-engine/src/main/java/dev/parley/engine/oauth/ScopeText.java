package dev.parley.engine.oauth;

import dev.parley.credential.Scope;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Scopes as a column stores them: names with commas between them. */
final class ScopeText {
  private static final String COMMA = ",";

  private ScopeText() {}

  static String of(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).collect(Collectors.joining(COMMA));
  }

  /** Reads the scopes this version knows. */
  static Set<Scope> read(String text) {
    Set<String> stored = Set.of(text.split(COMMA, -1));
    return Arrays.stream(Scope.values())
        .filter(scope -> stored.contains(scope.wireName()))
        .collect(Collectors.toUnmodifiableSet());
  }
}
