package dev.parley.engine.persistence.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Optional;
import org.h2.mvstore.DataUtils;

/** A database file whose header names the last chunk: {@link LastChunkPath} says why. */
final class LastChunkChannel extends ForwardingChannel {
  private static final int BLOCK = 4096;
  private static final int MAX_CHUNK = 0x3FF_FFFF;
  private static final String CHUNK = "chunk";
  private static final String FLETCHER = ",fletcher:";

  /** What was written last, where it was a chunk. */
  private Optional<Chunk> last = Optional.empty();

  LastChunkChannel(FileChannel file) {
    super(file);
  }

  /** A chunk, and the block where it begins. */
  private record Chunk(int id, long version, long block) {
    static Optional<Chunk> in(ByteBuffer bytes, long position) {
      if (!startsWith(bytes, CHUNK + ":")) {
        return Optional.empty();
      }
      HashMap<String, String> words = DataUtils.parseMap(FirstLine.of(bytes));
      return Optional.of(
          new Chunk(
              DataUtils.parseHexInt(words.get(CHUNK)),
              DataUtils.parseHexLong(words.get("version")),
              position / BLOCK));
    }

    boolean follows(int other) {
      return id == ((other + 1) & MAX_CHUNK);
    }
  }

  @Override
  public synchronized int write(ByteBuffer bytes, long position) throws IOException {
    Optional<Chunk> chunk = last;
    last = Chunk.in(bytes, position);
    return position == 0 && chunk.isPresent() && startsWith(bytes, "H:")
        ? super.write(naming(chunk.get(), bytes), position)
        : super.write(bytes, position);
  }

  /**
   * The header with {@code chunk} in it where it names the one before, put into its place: H2 goes
   * on from where the buffer is read to.
   */
  private static ByteBuffer naming(Chunk chunk, ByteBuffer header) {
    String line = FirstLine.of(header);
    HashMap<String, String> words = DataUtils.parseMap(line.substring(0, line.indexOf(FLETCHER)));
    if (chunk.follows(DataUtils.parseHexInt(words.get(CHUNK)))) {
      words.put(CHUNK, Integer.toHexString(chunk.id()));
      words.put("version", Long.toHexString(chunk.version()));
      words.put("block", Long.toHexString(chunk.block()));
      byte[] named = checked(DataUtils.appendMap(new StringBuilder(), words).toString());
      for (int block = header.position(); block < header.limit(); block += BLOCK) {
        header.duplicate().position(block).put(named);
      }
    }
    return header;
  }

  private static byte[] checked(String words) {
    byte[] text = words.getBytes(ISO_8859_1);
    String sum = Integer.toHexString(DataUtils.getFletcher32(text, 0, text.length));
    byte[] block = new byte[BLOCK];
    byte[] line = (words + FLETCHER + sum + "\n").getBytes(ISO_8859_1);
    System.arraycopy(line, 0, block, 0, line.length);
    return block;
  }

  private static boolean startsWith(ByteBuffer bytes, String word) {
    if (bytes.remaining() < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes.get(bytes.position() + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
