package dev.parley.engine.persistence.h2;

import static dev.parley.engine.persistence.h2.FileChunk.BLOCK;

import dev.parley.engine.persistence.h2.FileHeader.Named;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.DataUtils;

/**
 * Finds chunks as H2 does after a kill: from the chunk in the header, and from the one at the end
 * of the file, each time following the block where a chunk expects the next one.
 */
final class ChunkFinder {
  private static final int FIRST_BLOCK = FileHeader.COPIES;

  private final FileChannel file;

  ChunkFinder(FileChannel file) {
    this.file = file;
  }

  /** Returns the header, from the first intact copy. */
  Optional<FileHeader> header() throws IOException {
    for (int copy = 0; copy < FileHeader.COPIES; copy++) {
      Optional<FileHeader> header = FileHeader.in(read((long) copy * BLOCK, BLOCK));
      if (header.isPresent()) {
        return header;
      }
    }
    return Optional.empty();
  }

  /** Returns the chunk before number {@code id}, where H2 finds it. */
  Optional<FileChunk> before(int id) throws IOException {
    Optional<FileChunk> named = named();
    Optional<FileChunk> found = alongTo(id, named);
    return found.isPresent() ? found : alongTo(id, atTheEnd());
  }

  /** Returns the chunk in the header. */
  Optional<FileChunk> named() throws IOException {
    Optional<Named> named = header().flatMap(FileHeader::named);
    return named.isPresent()
        ? at(named.get().block()).filter(chunk -> chunk.id() == named.get().id())
        : Optional.empty();
  }

  /** Follows the chunks from {@code start} to the one before {@code id}. */
  private Optional<FileChunk> alongTo(int id, Optional<FileChunk> start) throws IOException {
    Optional<FileChunk> chunk = start;
    while (chunk.isPresent() && !isBefore(id, chunk.get())) {
      FileChunk from = chunk.get();
      chunk = from.next() == 0 ? Optional.empty() : at(from.next());
      chunk = chunk.filter(to -> to.follows(from.id()) && to.version() > from.version());
    }
    return chunk;
  }

  private static boolean isBefore(int id, FileChunk chunk) {
    return new FileChunk(id, 0, 0, 0, 0).follows(chunk.id());
  }

  private Optional<FileChunk> atTheEnd() throws IOException {
    for (long end = file.size() / BLOCK; end > FIRST_BLOCK; end--) {
      Optional<FileChunk> chunk = endingAt(end);
      if (chunk.isPresent()) {
        return chunk;
      }
    }
    return Optional.empty();
  }

  private Optional<FileChunk> endingAt(long end) throws IOException {
    Optional<Map<String, String>> footer = footer(end);
    return footer.isPresent()
        ? at(end - DataUtils.parseHexInt(footer.get().get("len")))
            .filter(chunk -> chunk.end() == end)
        : Optional.empty();
  }

  /** Returns the chunk at a block, if it is intact. */
  private Optional<FileChunk> at(long block) throws IOException {
    if (block < FIRST_BLOCK) {
      return Optional.empty();
    }
    Optional<FileChunk> chunk = FileChunk.in(read(block * BLOCK, BLOCK), block * BLOCK);
    return chunk.isPresent() && hasItsFooter(chunk.get()) ? chunk : Optional.empty();
  }

  private boolean hasItsFooter(FileChunk chunk) throws IOException {
    return footer(chunk.end())
        .filter(words -> DataUtils.parseHexInt(words.get("chunk")) == chunk.id())
        .filter(words -> DataUtils.parseHexInt(words.get("len")) == chunk.length())
        .isPresent();
  }

  private Optional<Map<String, String>> footer(long end) throws IOException {
    return ChunkFooter.words(read(end * BLOCK - ChunkFooter.LENGTH, ChunkFooter.LENGTH));
  }

  /**
   * Returns true if the chunk that ends at block {@code end} is not what was written, though its
   * header and its footer are.
   */
  boolean isTornAt(long end) throws IOException {
    Optional<FileChunk> chunk = endingAt(end);
    return chunk.isPresent()
        && !ChunkFooter.isWhole(read(chunk.get().block() * BLOCK, chunk.get().length() * BLOCK));
  }

  private ByteBuffer read(long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    int read = 0;
    while (read >= 0 && bytes.hasRemaining()) {
      read = file.read(bytes, position + bytes.position());
    }
    return bytes.flip();
  }
}
