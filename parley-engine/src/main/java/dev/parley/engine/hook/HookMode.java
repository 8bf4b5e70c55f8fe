package dev.parley.engine.hook;

import dev.parley.problem.InvalidArgument;

/** The way commands of a team file are run. */
public enum HookMode {
  /** Not at all: an author of team files cannot start a program. */
  OFF,
  /** As programs with arguments, without a shell. */
  ON,
  /** By {@code sh -c}, or {@code cmd /c} on Windows, with everything a shell understands. */
  SHELL;

  /**
   * Returns the policy called {@code off}, {@code on} or {@code shell}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for anything else
   */
  public static HookMode parse(String word) {
    for (HookMode policy : values()) {
      if (policy.name().equalsIgnoreCase(word)) {
        return policy;
      }
    }
    throw InvalidArgument.refusal("hooks", "it must be off, on or shell, not " + word);
  }
}
