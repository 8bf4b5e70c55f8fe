package dev.parley.war.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of {@code java -jar parley.war} for a process that a test starts. */
public final class WarCommand {
  private WarCommand() {}

  /**
   * Returns the words that run a command, such as {@code "doctor", "--json"}; a caller adds more.
   */
  public static List<String> of(String... words) {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(flags());
    command.addAll(List.of("-jar", System.getProperty("parley.war")));
    command.addAll(List.of(words));
    return command;
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The flags of the virtual machine that the build wants for processes that end soon. */
  static List<String> flags() {
    String flags = System.getProperty("parley.test.server.jvm", "");
    return flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1));
  }
}
