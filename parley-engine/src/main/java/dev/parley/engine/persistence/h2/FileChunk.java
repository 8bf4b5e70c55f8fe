package dev.parley.engine.persistence.h2;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.DataUtils;

/**
 * A chunk of an H2 file: the result of one commit.
 *
 * @param block its first block
 * @param length its length in blocks
 * @param next the block where it expects the next chunk; 0 for none
 */
record FileChunk(int id, long version, long block, int length, long next) {
  static final int BLOCK = 4096;

  private static final int MAX_ID = 0x3FF_FFFF;
  private static final String START = "chunk:";

  /** Returns the chunk at the start of {@code bytes}, which are at {@code offset} of the file. */
  static Optional<FileChunk> in(ByteBuffer bytes, long offset) {
    if (!FirstLine.startsWith(bytes, START)) {
      return Optional.empty();
    }
    Map<String, String> words = DataUtils.parseMap(FirstLine.of(bytes));
    return Optional.of(
        new FileChunk(
            DataUtils.parseHexInt(words.get("chunk")),
            number(words, "version"),
            offset / BLOCK,
            DataUtils.parseHexInt(words.get("len")),
            number(words, "next")));
  }

  /** Returns true if its number is the one after {@code other}; numbers wrap around. */
  boolean follows(int other) {
    return id == ((other + 1) & MAX_ID);
  }

  boolean overlaps(FileChunk other) {
    return block < other.end() && other.block < end();
  }

  /** Returns the block after it. */
  long end() {
    return block + length;
  }

  private static long number(Map<String, String> words, String word) {
    String value = words.get(word);
    return value == null ? 0 : DataUtils.parseHexLong(value);
  }
}
