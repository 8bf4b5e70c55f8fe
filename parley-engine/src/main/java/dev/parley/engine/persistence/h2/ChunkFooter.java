package dev.parley.engine.persistence.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.h2.mvstore.DataUtils;

/**
 * The end of a chunk. It has a checksum of the chunk, which H2 writes none of and passes over: of a
 * chunk whose first and last blocks reached the disk in a power cut, and the others did not, H2
 * would take the pages for whole.
 */
final class ChunkFooter {
  static final int LENGTH = 128;

  private static final String CHECKSUM = "crc";

  private ChunkFooter() {}

  /** Returns the words of the footer that is all of {@code bytes}, if it is intact. */
  static Optional<Map<String, String>> words(ByteBuffer bytes) {
    return ChecksummedFields.in(ISO_8859_1.decode(bytes.duplicate()).toString());
  }

  /** Adds the checksum to the footer of {@code chunk}, which is all of the chunk. */
  static void seal(ByteBuffer chunk) {
    words(of(chunk))
        .ifPresent(
            words -> {
              Map<String, String> sealed = new HashMap<>(words);
              sealed.put(CHECKSUM, Long.toHexString(checksum(chunk)));
              of(chunk).put(padded(ChecksummedFields.of(sealed)));
            });
  }

  /** Returns false where {@code chunk}, which is all of the chunk, has another checksum. */
  static boolean isWhole(ByteBuffer chunk) {
    return words(of(chunk))
        .map(words -> words.get(CHECKSUM))
        .map(sum -> DataUtils.parseHexLong(sum) == checksum(chunk))
        .orElse(true); // written without one
  }

  private static ByteBuffer of(ByteBuffer chunk) {
    return chunk.slice(chunk.limit() - LENGTH, LENGTH);
  }

  private static long checksum(ByteBuffer chunk) {
    CRC32C sum = new CRC32C();
    sum.update(chunk.slice(chunk.position(), chunk.remaining() - LENGTH));
    return sum.getValue();
  }

  private static byte[] padded(String words) {
    return (words + " ".repeat(LENGTH - 1 - words.length()) + "\n").getBytes(ISO_8859_1);
  }
}
