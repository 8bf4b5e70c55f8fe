package dev.parley.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM that a server runs in: a child of this process, with what {@code java -jar} has no place
 * for. Its classes come from the application class loader, which is the condition for {@link
 * SharedClasses}, and its flags are those of a young server.
 */
final class ServerJvm {
  /** False: the server runs in the JVM that was started. */
  static final String PROPERTY = "parley.relaunch";

  private static final String SERVER = "dev.parley.server.Serve";

  /**
   * Shared classes are mapped at the address that they were written for: at another one the JVM
   * corrects each of their pages at each start, which costs time and memory of its own. A thread
   * keeps the last buffer that it wrote a file or a socket from, outside the heap, of any size.
   */
  private static final List<String> COMMON =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-Djdk.nio.maxCachedBufferSize=262144");

  private final UnpackedWar war;
  private final JvmFlags flags;

  ServerJvm(UnpackedWar war, JvmFlags flags) {
    this.war = war;
    this.flags = flags;
  }

  /**
   * Returns the JVM for the server in {@code war}; empty where the server is to run in this one: a
   * property says so, a second JVM cannot have the flags of this one, or this is not HotSpot.
   */
  static Optional<ServerJvm> of(UnpackedWar war) {
    if (!Boolean.parseBoolean(System.getProperty(PROPERTY, "true")) || !isHotSpot()) {
      return Optional.empty();
    }
    Optional<JvmFlags> flags = JvmFlags.ofThisProcess(System.getenv());
    return flags.isPresent() && flags.get().areRepeatable()
        ? Optional.of(new ServerJvm(war, flags.get()))
        : Optional.empty();
  }

  private static boolean isHotSpot() {
    String name = System.getProperty("java.vm.name", "");
    return name.contains("HotSpot") || name.contains("OpenJDK");
  }

  /**
   * Runs the server until it ends. The first time, it makes the file of shared classes meanwhile.
   *
   * @return its exit code
   */
  int run(String[] args) throws IOException {
    ParentWatch.begin();
    SharedClasses classes = SharedClasses.in(war.home());
    boolean hasClasses = classes.areThere();
    if (!hasClasses) {
      new ServerTraining(this, classes).beginLater();
    }
    return ServerChild.run(command(hasClasses ? classes.flags() : List.of(), SERVER, args));
  }

  /** Returns the command line of a class of the server, which ends with this process. */
  List<String> command(List<String> shared, String type, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(COMMON);
    if (!flags.chooseCompiler()) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    if (!flags.chooseCollector()) {
      // without steps: one collection makes the heap as small as it may be
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:-ShrinkHeapInSteps"));
      if (!flags.chooseInitialHeap()) {
        command.add("-Xms32m");
      }
    }
    command.addAll(shared);
    command.addAll(flags.given());
    for (Map.Entry<String, String> property : war.properties().entrySet()) {
      command.add("-D" + property.getKey() + "=" + property.getValue());
    }
    command.add("-D" + ParentWatch.CHILD + "=true");
    command.addAll(List.of("-cp", war.classPath(), type));
    command.addAll(List.of(args));
    return command;
  }
}
