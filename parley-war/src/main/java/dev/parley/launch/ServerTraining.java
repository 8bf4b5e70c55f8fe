package dev.parley.launch;

import dev.parley.bridge.BridgeClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the file of shared classes: a second server with no data goes through its first calls. */
final class ServerTraining {
  private static final String PROGRAM = "dev.parley.server.TrainingRun";

  /** By then the first clients have their answers. */
  private static final long LATER_SECONDS = 5;

  private static final long MAX_SECONDS = 180;

  private final ServerJvm jvm;
  private final SharedClasses classes;

  ServerTraining(ServerJvm jvm, SharedClasses classes) {
    this.jvm = jvm;
    this.classes = classes;
  }

  /** Makes the file beside a server that has just been started. */
  void beginLater() {
    Thread thread = new Thread(this::runLater, "parley-training");
    thread.setDaemon(true);
    thread.start();
  }

  private void runLater() {
    try {
      Thread.sleep(TimeUnit.SECONDS.toMillis(LATER_SECONDS));
      run();
    } catch (IOException unwritable) {
      // the server runs without it, and the next start tries again
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes the file.
   *
   * @return false if the server failed at it, or another process is about it
   */
  boolean run() throws IOException, InterruptedException {
    return classes.make(this::train);
  }

  private boolean train(Path folder, List<String> flags, int rounds)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            jvm.command(
                flags,
                PROGRAM,
                folder.toString(),
                Integer.toString(rounds),
                BridgeClasses.file().toString()));
    // it is no server of the user: no setting of theirs, above all no database, is for it
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process training = builder.start();
    boolean hasEnded = false;
    try {
      hasEnded = training.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
      return hasEnded && training.exitValue() == 0;
    } finally {
      if (!hasEnded) {
        training.destroyForcibly();
      }
    }
  }
}
