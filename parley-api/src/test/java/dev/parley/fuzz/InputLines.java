package dev.parley.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/**
 * Inputs of a fuzz target as text, one a line: printable ASCII as it is, any other byte as {@code
 * \xNN}. A line that begins with {@code #} is a comment, and an empty one is none.
 */
final class InputLines {
  private static final HexFormat HEX = HexFormat.of();

  private InputLines() {}

  /** Returns the inputs in {@code file}; none where it is absent. */
  static List<byte[]> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    return Files.readAllLines(file, US_ASCII).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(InputLines::input)
        .toList();
  }

  /** Replaces {@code file} by {@code inputs}, in the order of their lines. */
  static void write(Path file, String comment, Collection<byte[]> inputs) throws IOException {
    List<String> lines = inputs.stream().map(InputLines::line).sorted().toList();
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "# " + comment + "\n" + String.join("\n", lines) + "\n", US_ASCII);
  }

  /** Returns {@code input} as a line. */
  static String line(byte[] input) {
    StringBuilder line = new StringBuilder(input.length + 16);
    for (byte b : input) {
      switch (b) {
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          boolean plain = b >= ' ' && b < 0x7f && !(b == '#' && line.isEmpty());
          line.append(plain ? Character.toString(b) : "\\x" + HEX.toHexDigits(b));
        }
      }
    }
    return line.toString();
  }

  /** Returns the input that {@code line} stands for. */
  static byte[] input(String line) {
    ByteArrayOutputStream input = new ByteArrayOutputStream(line.length());
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      char escaped = c == '\\' ? line.charAt(at + 1) : c;
      int known = "nrt".indexOf(escaped);
      if (c != '\\') {
        input.write(c);
        at++;
      } else if (escaped == 'x') {
        input.write(HexFormat.fromHexDigits(line, at + 2, at + 4));
        at += 4;
      } else {
        input.write(known < 0 ? escaped : "\n\r\t".charAt(known));
        at += 2;
      }
    }
    return input.toByteArray();
  }
}
