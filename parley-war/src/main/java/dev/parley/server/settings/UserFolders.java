package dev.parley.server.settings;

import java.nio.file.Path;

/** The folders of the user who runs this process, by the XDG base directory specification. */
public final class UserFolders {
  private UserFolders() {}

  /** Returns the data folder of a server that is given none. */
  public static Path data() {
    String base = System.getenv("XDG_DATA_HOME");
    Path folder =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "share")
            : Path.of(base);
    return folder.resolve("parley");
  }
}
