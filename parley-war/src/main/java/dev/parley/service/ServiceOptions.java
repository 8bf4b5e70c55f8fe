package dev.parley.service;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command line of {@code service}.
 *
 * @param action install, uninstall or status
 * @param system true for the service of the machine, false for that of its user
 * @param init the program that starts it; empty for that of this operating system
 * @param root the folder that stands for {@code /}; no program is run where there is one
 * @param start whether an installed service is started
 * @param print whether its file is printed and nothing else is done
 * @param json whether the state is printed as JSON
 */
record ServiceOptions(
    String action,
    boolean system,
    Optional<InitSystem> init,
    Optional<Path> root,
    boolean start,
    boolean print,
    boolean json) {

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException where it is wrong; its message is for the person
   */
  static ServiceOptions of(String... args) {
    Reading reading = new Reading();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      boolean joined = args[i].startsWith("--") && equals > 0;
      String word = joined ? args[i].substring(0, equals) : args[i];
      switch (word) {
        case "--root", "--init" -> {
          if (!joined && i + 1 == args.length) {
            throw new IllegalArgumentException(word + " needs a value");
          }
          reading.value(word, joined ? args[i].substring(equals + 1) : args[++i]);
        }
        default -> reading.word(args[i]);
      }
    }
    return reading.options();
  }

  /** The words that were read so far. */
  private static final class Reading {
    private @Nullable String action;
    private boolean system;
    private Optional<InitSystem> init = Optional.empty();
    private Optional<Path> root = Optional.empty();
    private boolean start = true;
    private boolean print;
    private boolean json;

    void value(String option, String value) {
      if (value.isBlank()) {
        throw new IllegalArgumentException(option + " needs a value");
      }
      if (option.equals("--root")) {
        root = Optional.of(Path.of(value).toAbsolutePath().normalize());
        return;
      }
      init = InitSystem.of(value);
      if (init.isEmpty()) {
        throw new IllegalArgumentException("--init must be systemd or launchd, not " + value);
      }
    }

    void word(String word) {
      switch (word) {
        case "--system" -> system = true;
        case "--no-start" -> start = false;
        case "--print" -> print = true;
        case "--json" -> json = true;
        case "install", "uninstall", "status" -> {
          if (action != null) {
            throw new IllegalArgumentException(
                "service takes one of install, uninstall and status");
          }
          action = word;
        }
        default ->
            throw new IllegalArgumentException(
                word.startsWith("-")
                    ? "there is no option " + word
                    : "service needs install, uninstall or status, not " + word);
      }
    }

    ServiceOptions options() {
      if (action == null) {
        throw new IllegalArgumentException("service needs install, uninstall or status");
      }
      refuse(print && !action.equals("install"), "--print goes with install alone");
      refuse(!start && !action.equals("install"), "--no-start goes with install alone");
      refuse(json && !action.equals("status"), "--json goes with status alone");
      return new ServiceOptions(action, system, init, root, start, print, json);
    }

    private static void refuse(boolean mistake, String sentence) {
      if (mistake) {
        throw new IllegalArgumentException(sentence);
      }
    }
  }
}
