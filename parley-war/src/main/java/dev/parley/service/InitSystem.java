package dev.parley.service;

import java.util.Locale;
import java.util.Optional;

/** The programs that start services. */
enum InitSystem {
  SYSTEMD,
  LAUNCHD;

  /** Returns the word of the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<InitSystem> of(String word) {
    for (InitSystem each : values()) {
      if (each.word().equals(word)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Returns that of an operating system by the name that Java has for it. */
  static Optional<InitSystem> ofSystem(String name) {
    String system = name.toLowerCase(Locale.ROOT);
    if (system.startsWith("linux")) {
      return Optional.of(SYSTEMD);
    }
    return system.startsWith("mac") ? Optional.of(LAUNCHD) : Optional.empty();
  }
}
