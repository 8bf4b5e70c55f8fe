package dev.parley.engine.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a team file.
 *
 * @param defaults defaults for agents that set nothing themselves
 * @param entries the agents that are not disabled, by name, in the order of the file
 * @param ignored unknown keys, each with its line
 */
record Document(Defaults defaults, Map<String, PersonaEntry> entries, List<String> ignored) {
  /** The defaults of a file, for each agent that sets nothing itself and whose base does not. */
  record Defaults(Optional<String> language, Optional<String> reviewChecklist) {
    static final Defaults NONE = new Defaults(Optional.empty(), Optional.empty());

    /** Returns these defaults, with those of {@code below} for what they leave open. */
    Defaults over(Defaults below) {
      return new Defaults(language.or(below::language), reviewChecklist.or(below::reviewChecklist));
    }
  }
}
