package dev.parley.engine.persistence.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.DataUtils;

/** Words with their Fletcher checksum, as in a header and at the end of a chunk. */
final class ChecksummedFields {
  private static final String FLETCHER = ",fletcher:";

  private ChecksummedFields() {}

  /** Returns the words of {@code line}; empty where the checksum differs. */
  static Optional<Map<String, String>> in(String line) {
    int sum = line.indexOf(FLETCHER);
    if (sum < 0) {
      return Optional.empty();
    }
    String words = line.substring(0, sum);
    return line.stripTrailing().equals(checked(words))
        ? Optional.of(DataUtils.parseMap(words))
        : Optional.empty();
  }

  static String of(Map<String, String> words) {
    return checked(DataUtils.appendMap(new StringBuilder(), new HashMap<>(words)).toString());
  }

  private static String checked(String words) {
    byte[] text = words.getBytes(ISO_8859_1);
    return words + FLETCHER + Integer.toHexString(DataUtils.getFletcher32(text, 0, text.length));
  }
}
