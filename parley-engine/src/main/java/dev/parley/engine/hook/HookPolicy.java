package dev.parley.engine.hook;

import dev.parley.problem.InvalidArgument;

/** Whether and how the commands of a team file are run. */
public enum HookPolicy {
  /** Not at all: whoever can write a team file cannot start a program. */
  OFF,
  /** As programs with words for arguments, without a shell. */
  ON,
  /** By {@code sh -c}, or {@code cmd /c} on Windows, with all a shell understands. */
  SHELL;

  /**
   * The policy called {@code off}, {@code on} or {@code shell}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for anything else
   */
  public static HookPolicy parse(String word) {
    for (HookPolicy policy : values()) {
      if (policy.name().equalsIgnoreCase(word)) {
        return policy;
      }
    }
    throw InvalidArgument.refusal("hooks", "it must be off, on or shell, not " + word);
  }
}
