package dev.parley.launch;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The server in a JVM of its own. It has the output streams of this process, and ends with it: its
 * standard input is a pipe from here, which the system closes however this process ends. See {@link
 * ParentWatch}.
 */
final class ServerChild {
  /** The time in which a server that is asked to end closes its database. */
  private static final long END_SECONDS = 20;

  /**
   * The C library of Linux would have eight for each processor, none of which gives memory back.
   */
  private static final String ARENAS = "MALLOC_ARENA_MAX";

  private ServerChild() {}

  /**
   * Runs the command until it ends, and asks it to end when this process is asked to.
   *
   * @return its exit code
   */
  static int run(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putIfAbsent(ARENAS, "2");
    Process child = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(child), "parley-child-end"));
    while (true) {
      try {
        return child.waitFor();
      } catch (InterruptedException asked) {
        ask(child);
      }
    }
  }

  /** Sends the signal alone: the process itself would close the pipe, too, which kills. */
  private static void ask(Process child) {
    child.toHandle().destroy();
  }

  private static void end(Process child) {
    ask(child);
    try {
      if (!child.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException hurried) {
      child.destroyForcibly();
    }
  }
}
