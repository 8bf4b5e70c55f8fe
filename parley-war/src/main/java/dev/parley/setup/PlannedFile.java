package dev.parley.setup;

import java.nio.file.Path;

/**
 * A file of a client, and its change.
 *
 * @param path the path that the client uses, which may be a symbolic link
 * @param executable whether the file is a program
 */
record PlannedFile(Path path, ConfigEdit edit, boolean executable) {
  static PlannedFile edit(Path path, ConfigEdit edit) {
    return new PlannedFile(path, edit, false);
  }

  /** A file of the setup's own; a shell script is a program. */
  static PlannedFile whole(Path path, String text) {
    return new PlannedFile(path, new WholeFile(text), path.toString().endsWith(".sh"));
  }
}
