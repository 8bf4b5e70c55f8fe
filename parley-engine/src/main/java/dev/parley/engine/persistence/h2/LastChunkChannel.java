package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A database file whose last chunk is found after a kill; see {@link LastChunkPath} for the reason.
 */
final class LastChunkChannel extends ForwardingChannel {
  /** The maximum number of chunks between the one in the header and the last. */
  private static final int MAX_WAY = 64;

  private final ChunkFinder finder;

  /** The footers that were looked at while the file is opened: true for those of torn chunks. */
  private final Map<Long, Boolean> torn = new HashMap<>();

  private boolean isOpening = true;

  /** The chunks H2 follows to find the last one, from the one in the header. */
  private final List<FileChunk> way = new ArrayList<>();

  /** The last chunk, which may be another than the end of {@link #way}. */
  private Optional<FileChunk> last = Optional.empty();

  private boolean isClean;

  /** True if nothing was written since the last chunk. */
  private boolean isAfterChunk;

  LastChunkChannel(FileChannel file) {
    super(file);
    finder = new ChunkFinder(file);
  }

  /**
   * Hides the footer of a torn chunk while H2 opens a file that was not closed. H2 then opens the
   * last state that has none.
   */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the file below is safe for any thread
  public int read(ByteBuffer bytes, long position) throws IOException {
    int start = bytes.position();
    boolean isFooter = bytes.remaining() == ChunkFooter.LENGTH;
    int read = super.read(bytes, position);
    if (isFooter && read == ChunkFooter.LENGTH && isOfTornChunk(position + read)) {
      bytes.put(start, new byte[read]);
    }
    return read;
  }

  private synchronized boolean isOfTornChunk(long end) throws IOException {
    if (!isOpening || end % FileChunk.BLOCK != 0) {
      return false;
    }
    Boolean known = torn.get(end);
    if (known == null) {
      known = !isClosed() && finder.isTornAt(end / FileChunk.BLOCK);
      torn.put(end, known);
    }
    return known;
  }

  private boolean isClosed() throws IOException {
    return finder.header().filter(FileHeader::isClean).isPresent();
  }

  @Override
  public synchronized int write(ByteBuffer bytes, long position) throws IOException {
    Optional<FileChunk> chunk = FileChunk.in(bytes, position);
    if (chunk.isPresent()) {
      return write(chunk.get(), bytes, position);
    }
    Optional<FileHeader> header = position == 0 ? FileHeader.in(bytes) : Optional.empty();
    return header.isPresent() ? write(header.get(), bytes) : super.write(bytes, position);
  }

  /** Room is released before it is written to. */
  @Override
  public synchronized FileChannel truncate(long size) throws IOException {
    keepFound(place -> place.end() * FileChunk.BLOCK > size);
    return super.truncate(size);
  }

  private int write(FileChunk chunk, ByteBuffer bytes, long position) throws IOException {
    if (last.isEmpty()) {
      open(chunk);
    }
    isOpening = false;
    torn.clear();
    if (bytes.remaining() == chunk.length() * FileChunk.BLOCK) {
      ChunkFooter.seal(bytes);
    }
    keepFound(chunk::overlaps);
    int written = super.write(bytes, position);
    if (last.isEmpty() || chunk.version() > last.get().version()) {
      last = Optional.of(chunk);
      way.add(chunk);
      isAfterChunk = true;
    } else if (chunk.id() == last.get().id()) {
      last = Optional.of(chunk); // moved
    }
    return written;
  }

  /** Reads the state before the first chunk is written to a file that may have some. */
  private void open(FileChunk first) throws IOException {
    isClean = isClosed();
    goOnFrom(isClean ? finder.named() : finder.before(first.id()));
  }

  /** Writes a header that names the last chunk, if a chunk on the way to it is about to be lost. */
  private void keepFound(Predicate<FileChunk> isLost) throws IOException {
    if (last.isPresent() && (isClean || way.size() > MAX_WAY || way.stream().anyMatch(isLost))) {
      Optional<FileHeader> header = finder.header();
      if (header.isPresent()) {
        writeFully(header.get().inUse().naming(last.get()).bytes());
        goOnFrom(last);
        isClean = false;
      }
    }
  }

  private void writeFully(ByteBuffer header) throws IOException {
    while (header.hasRemaining()) {
      int unusedWritten = super.write(header, header.position());
    }
  }

  /**
   * Writes a header, corrected where it is one behind; in place, because H2 continues from the
   * buffer's end.
   */
  private int write(FileHeader header, ByteBuffer bytes) throws IOException {
    boolean isBehind = isAfterChunk && last.filter(chunk -> isOneAfter(header, chunk)).isPresent();
    if (isBehind) {
      bytes.duplicate().put(header.naming(last.get()).bytes());
    }
    int written = super.write(bytes, 0);
    goOnFrom(isBehind ? last : finder.named());
    isAfterChunk = false;
    isClean = header.isClean();
    return written;
  }

  private static boolean isOneAfter(FileHeader header, FileChunk chunk) {
    return header.named().filter(named -> chunk.follows(named.id())).isPresent();
  }

  private void goOnFrom(Optional<FileChunk> named) {
    way.clear();
    named.ifPresent(way::add);
    last = named;
  }
}
