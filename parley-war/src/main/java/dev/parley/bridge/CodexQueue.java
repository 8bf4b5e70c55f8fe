package dev.parley.bridge;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The message queue of Codex. {@code codex queue} puts a text into the thread that this bridge
 * belongs to. An idle thread begins a turn with it, and a busy one takes it when its turn has
 * ended. The thread's id is in the tool calls of Codex, so the way is open after the first one.
 */
final class CodexQueue implements Waker {
  private static final int MAX_SECONDS = 30;
  private static final int MAX_FAILURES = 3;

  /** Codex shows the text as the words of its user, so it says first that it is not. */
  private static final String ORIGIN =
      "[Parley, not your user: messages of other agents arrived while you were idle]\n";

  private final String program;
  private volatile @Nullable String thread;

  /** The failures in a row; used by the thread that wakes alone. */
  private int failures;

  CodexQueue(String program) {
    this.program = program;
  }

  /** Returns the queue of the {@code codex} that is on the path; null where there is none. */
  static @Nullable CodexQueue of(Map<String, String> environment) {
    String path = environment.get("PATH");
    if (path == null) {
      return null;
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      File program = new File(folder, "codex");
      if (!folder.isEmpty() && program.isFile() && program.canExecute()) {
        return new CodexQueue(program.getPath());
      }
    }
    return null;
  }

  /** Learns the thread from a request of the client. */
  void watch(JsonRpcMessage request) {
    String id = request.json().textAt("params", "_meta", "threadId");
    if (id != null && !id.isBlank() && id.charAt(0) != '-' && id.length() <= 128) {
      thread = id;
    }
  }

  @Override
  public boolean isReady() {
    return thread != null && failures < MAX_FAILURES;
  }

  @Override
  public boolean carriesMessages() {
    return true;
  }

  @Override
  public void wake(String text) throws IOException, InterruptedException {
    Process queue =
        new ProcessBuilder(
                List.of(
                    program,
                    "queue",
                    "--thread",
                    String.valueOf(thread),
                    "--message",
                    ORIGIN.concat(text)))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!queue.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      queue.destroyForcibly();
      failures++;
      throw new IOException("codex queue took longer than " + MAX_SECONDS + " s");
    }
    if (queue.exitValue() != 0) {
      failures++;
      throw new IOException("codex queue ended with " + queue.exitValue());
    }
    failures = 0;
  }
}
