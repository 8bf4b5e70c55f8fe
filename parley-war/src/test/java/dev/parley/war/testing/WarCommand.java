package dev.parley.war.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the runnable file, with flags under which a short process costs little. */
public final class WarCommand {
  private WarCommand() {}

  /** Returns {@code java [flags] -jar parley.war words}. */
  public static List<String> of(String... words) {
    return of(List.of(), List.of(words));
  }

  /**
   * Returns {@code java [flags] [jvm] -jar parley.war words}.
   *
   * @param jvm more flags of the virtual machine, which override the others
   */
  public static List<String> of(List<String> jvm, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags());
    command.addAll(ClassArchive.flags());
    if (!flags().isEmpty()) {
      command.add("-Dparley.relaunch=false"); // one process costs less than two
    }
    command.addAll(jvm);
    command.addAll(List.of("-jar", war().toString()));
    command.addAll(words);
    return command;
  }

  /** Returns the folder that the file is unpacked into, once for all tests. */
  public static Path unpacked() {
    return war().resolveSibling("unpacked");
  }

  static Path war() {
    return Path.of(System.getProperty("parley.war"));
  }

  /** Returns the flags of the JVMs of the servers that tests start. */
  public static List<String> flags() {
    String flags = System.getProperty("parley.test.server.jvm", "");
    return flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1));
  }
}
