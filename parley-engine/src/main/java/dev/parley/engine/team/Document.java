package dev.parley.engine.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says.
 *
 * @param defaults for agents that say nothing themselves
 * @param entries of the agents that are not disabled, by name, in the order of the file
 * @param ignored keys that mean nothing here, each with its line
 */
record Document(Defaults defaults, Map<String, PersonaEntry> entries, List<String> ignored) {
  /** What holds for each agent of a file that says nothing itself, and whose base does not. */
  record Defaults(Optional<String> language, Optional<String> reviewChecklist) {
    static final Defaults NONE = new Defaults(Optional.empty(), Optional.empty());

    /** These, and where they say nothing those of {@code below}. */
    Defaults over(Defaults below) {
      return new Defaults(language.or(below::language), reviewChecklist.or(below::reviewChecklist));
    }
  }
}
