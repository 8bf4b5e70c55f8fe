package dev.parley.launch;

import java.io.IOException;
import java.io.OutputStream;

/** Ends this process with the one that started it, where a system property asks for it. */
public final class ParentWatch {
  /** True in a server that {@link ServerChild} runs. */
  static final String CHILD = "parley.child";

  /** True where a build runs the server, which must not outlive a build that is killed. */
  private static final String STOP_WITH_PARENT = "parley.stopWithParent";

  private ParentWatch() {}

  /** Watches from now on. */
  public static void begin() {
    if (Boolean.getBoolean(CHILD)) {
      Thread watch = new Thread(ParentWatch::awaitEndOfInput, "parley-parent");
      watch.setDaemon(true);
      watch.start();
    }
    if (Boolean.getBoolean(STOP_WITH_PARENT)) {
      ProcessHandle.current()
          .parent()
          .ifPresent(
              parent -> {
                var unused = parent.onExit().thenRun(() -> System.exit(0));
              });
    }
  }

  /** The parent holds the other end of the pipe and writes nothing. */
  private static void awaitEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException broken) {
      // as good as ended
    }
    // a launcher that ends by itself has asked the server to end before
    Runtime.getRuntime().halt(1);
  }
}
