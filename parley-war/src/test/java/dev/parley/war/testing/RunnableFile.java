package dev.parley.war.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run the file that the system property {@code parley.war} names. */
public final class RunnableFile {
  private RunnableFile() {}

  /** Returns the command of a program of the file; further words may be added to it. */
  public static List<String> command(String... words) {
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of("-jar", System.getProperty("parley.war")));
    command.addAll(List.of(words));
    return command;
  }

  /** The virtual machine, with the flags that this run has for short-lived ones. */
  static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String flags = System.getProperty("parley.test.server.jvm", "");
    command.addAll(flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1)));
    return command;
  }
}
