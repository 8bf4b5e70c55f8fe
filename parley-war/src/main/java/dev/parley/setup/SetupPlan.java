package dev.parley.setup;

import java.util.List;
import java.util.Optional;

/**
 * Everything that one client gets in one scope.
 *
 * @param key the name of the notes about it
 * @param files the files, in the order in which they are written
 * @param next the steps that remain for the user
 * @param program the client's own program for plugins, where it has one
 */
record SetupPlan(
    String key, List<PlannedFile> files, List<String> next, Optional<ClaudeProgram> program) {
  SetupPlan {
    files = List.copyOf(files);
    next = List.copyOf(next);
  }
}
