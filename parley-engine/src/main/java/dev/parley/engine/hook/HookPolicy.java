package dev.parley.engine.hook;

/** Whether and how the commands of a team file are run. */
public enum HookPolicy {
  /** Not at all: whoever can write a team file cannot start a program. */
  OFF,
  /** As programs with words for arguments, without a shell. */
  ON,
  /** By {@code sh -c}, or {@code cmd /c} on Windows, with all a shell understands. */
  SHELL
}
