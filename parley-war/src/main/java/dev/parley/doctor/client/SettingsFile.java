package dev.parley.doctor.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A JSON file of a client, which may have comments. */
final class SettingsFile {
  private static final int MAX_BYTES = 64 << 20;

  private SettingsFile() {}

  /**
   * Reads {@code file}; empty where there is none.
   *
   * @throws IOException with the file's name, where it cannot be read or is not JSON
   */
  static Optional<JsonValue> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      text = new String(bytes, UTF_8);
    } catch (IOException unreadable) {
      throw new IOException(file + " cannot be read", unreadable);
    }
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonValue.parse(withoutComments(text).getBytes(UTF_8)));
    } catch (IOException malformed) {
      throw new IOException(file + " is " + malformed.getMessage(), malformed);
    }
  }

  /** Blanks out comments and a byte order mark; every other character keeps its place. */
  static String withoutComments(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    boolean inString = false;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (inString && c == '\\' && at + 1 < text.length()) {
        plain.append(c).append(text.charAt(at + 1));
        at += 2;
        continue;
      }
      int end = inString || c != '/' ? at : endOfComment(text, at);
      if (end > at) {
        plain.append(" ".repeat(end - at));
        at = end;
        continue;
      }
      inString ^= c == '"';
      plain.append(c == '\uFEFF' ? ' ' : c);
      at++;
    }
    return plain.toString();
  }

  /** The index after the comment that begins at {@code at}; {@code at} where there is none. */
  private static int endOfComment(String text, int at) {
    if (text.startsWith("//", at)) {
      int end = text.indexOf('\n', at);
      return end < 0 ? text.length() : end;
    }
    if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      return end < 0 ? text.length() : end + 2;
    }
    return at;
  }
}
