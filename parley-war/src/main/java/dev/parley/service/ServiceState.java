package dev.parley.service;

import dev.parley.bridge.JsonValue;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The state of a service.
 *
 * @param path where its file lies
 * @param file the file that is there
 * @param active the word of the init system for what it does now; {@code unknown} where that was
 *     not asked
 * @param enabled whether it starts by itself, in the word of the init system
 */
record ServiceState(Path path, ServiceFile.State file, String active, String enabled) {
  static final String UNKNOWN = "unknown";

  /** Returns true for a service that runs now. */
  boolean isActive() {
    return active.equals("active") || active.equals("running");
  }

  boolean isInstalled() {
    return file == ServiceFile.State.CURRENT || file == ServiceFile.State.OUTDATED;
  }

  String text() {
    return switch (file) {
      case ABSENT -> "not installed: there is no " + path + "\n";
      case FOREIGN -> "not installed: " + path + " is not this program's\n";
      case CURRENT -> "installed: " + path + "\n" + activity();
      case OUTDATED ->
          "installed: "
              + path
              + ", for another file or by another version; `service install` writes it anew\n"
              + activity();
    };
  }

  private String activity() {
    return "active: " + active + "\nenabled: " + enabled + "\n";
  }

  String json() {
    return "{\"installed\":"
        + isInstalled()
        + ",\"path\":"
        + JsonValue.quoted(path.toString())
        + ",\"file\":"
        + JsonValue.quoted(file.name().toLowerCase(Locale.ROOT))
        + ",\"active\":"
        + JsonValue.quoted(active)
        + ",\"enabled\":"
        + JsonValue.quoted(enabled)
        + "}\n";
  }
}
