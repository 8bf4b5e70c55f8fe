package dev.parley.engine.persistence.h2;

import static dev.parley.engine.persistence.h2.FileChunk.BLOCK;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.DataUtils;

/** The header of an H2 file, in its first block and again in its second. */
final class FileHeader {
  static final int COPIES = 2;

  private static final String START = "H:";
  private static final String CHUNK = "chunk";
  private static final String BLOCK_OF_CHUNK = "block";
  private static final String VERSION = "version";
  private static final String CLEAN = "clean";

  private final Map<String, String> words;

  private FileHeader(Map<String, String> words) {
    this.words = words;
  }

  /**
   * Returns the header at the start of {@code bytes}; empty where there is none or it is damaged.
   */
  static Optional<FileHeader> in(ByteBuffer bytes) {
    return FirstLine.startsWith(bytes, START)
        ? ChecksummedFields.in(FirstLine.of(bytes)).map(FileHeader::new)
        : Optional.empty();
  }

  /** Returns the number of the chunk it names, and its block; empty in a new file. */
  Optional<Named> named() {
    return Optional.ofNullable(words.get(CHUNK))
        .map(
            id ->
                new Named(
                    DataUtils.parseHexInt(id), DataUtils.parseHexLong(words.get(BLOCK_OF_CHUNK))));
  }

  record Named(int id, long block) {}

  /** Returns true if it says that the file was closed, and {@link #named} is the last chunk. */
  boolean isClean() {
    return words.containsKey(CLEAN);
  }

  /** Returns a header that names {@code chunk}, and is {@link #isClean} as this is. */
  FileHeader naming(FileChunk chunk) {
    Map<String, String> naming = new HashMap<>(words);
    naming.put(CHUNK, Integer.toHexString(chunk.id()));
    naming.put(VERSION, Long.toHexString(chunk.version()));
    naming.put(BLOCK_OF_CHUNK, Long.toHexString(chunk.block()));
    return new FileHeader(naming);
  }

  FileHeader inUse() {
    Map<String, String> inUse = new HashMap<>(words);
    inUse.remove(CLEAN);
    return new FileHeader(inUse);
  }

  /** Returns both copies. */
  ByteBuffer bytes() {
    byte[] line = (ChecksummedFields.of(words) + "\n").getBytes(ISO_8859_1);
    ByteBuffer bytes = ByteBuffer.allocate(COPIES * BLOCK);
    for (int copy = 0; copy < COPIES; copy++) {
      bytes.position(copy * BLOCK).put(line);
    }
    return bytes.rewind();
  }
}
