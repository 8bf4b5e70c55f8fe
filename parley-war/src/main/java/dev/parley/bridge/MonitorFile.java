package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file whose lines a plugin monitor of Claude Code prints. The client wakes its session with
 * each of them. The monitor makes the file when it starts and removes it when it ends, so there is
 * a monitor where there is a file.
 */
final class MonitorFile implements Waker {
  private final Path file;

  MonitorFile(Path file) {
    this.file = file;
  }

  /** Returns the file of the Claude Code session in {@code environment}; null outside of one. */
  static @Nullable MonitorFile of(Map<String, String> environment) {
    String session = environment.get("CLAUDE_CODE_SESSION_ID");
    Path folder = StateFolder.of(environment, "wake");
    return folder == null || session == null || !isName(session)
        ? null
        : new MonitorFile(folder.resolve(session));
  }

  private static boolean isName(String session) {
    for (int i = 0; i < session.length(); i++) {
      char c = session.charAt(i);
      if (!(c == '-'
          || (c >= '0' && c <= '9')
          || (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z'))) {
        return false;
      }
    }
    return !session.isEmpty() && session.length() <= 64;
  }

  @Override
  public boolean isReady() {
    return Files.isRegularFile(file);
  }

  @Override
  public boolean carriesMessages() {
    return false;
  }

  @Override
  public void wake(String text) throws IOException {
    Files.write(file, text.replace('\n', ' ').concat("\n").getBytes(UTF_8), WRITE, APPEND);
  }
}
