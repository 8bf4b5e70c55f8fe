package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A database file whose last chunk is found after a kill: {@link LastChunkPath} says why. */
final class LastChunkChannel extends ForwardingChannel {
  /** So many chunks may be gone along from the one that the header names. */
  private static final int MAX_WAY = 64;

  private final ChunkFinder finder = new ChunkFinder(this);

  /** The places that H2 goes along to find the last chunk, from the one that the header names. */
  private final List<FileChunk> way = new ArrayList<>();

  /** Where it is now, which may be another place than where {@link #way} ends. */
  private Optional<FileChunk> last = Optional.empty();

  private boolean isClean;

  /** Whether nothing was written since the last chunk. */
  private boolean isAfterChunk;

  LastChunkChannel(FileChannel file) {
    super(file);
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

  /** Room is given up before it is written to. */
  @Override
  public synchronized FileChannel truncate(long size) throws IOException {
    keepFound(place -> place.end() * FileChunk.BLOCK > size);
    return super.truncate(size);
  }

  private int write(FileChunk chunk, ByteBuffer bytes, long position) throws IOException {
    if (last.isEmpty()) {
      open(chunk);
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

  /** Before the first chunk is written to a file that may have some. */
  private void open(FileChunk first) throws IOException {
    isClean = finder.header().filter(FileHeader::isClean).isPresent();
    goOnFrom(isClean ? finder.named() : finder.before(first.id()));
  }

  /** Has the header name the last chunk, if a place on the way to it is about to be lost. */
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

  /** Mended in its place where it is one behind: H2 goes on from where the buffer is read to. */
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
