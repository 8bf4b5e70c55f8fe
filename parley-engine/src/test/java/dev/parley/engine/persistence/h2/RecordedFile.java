package dev.parley.engine.persistence.h2;

import dev.parley.engine.persistence.h2.FileHeader.Named;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * What was written to a database file, write by write. A process that is killed leaves the file as
 * it was after one of them, so all the files that it may leave can be made and looked at.
 */
public final class RecordedFile {
  private static final Map<String, RecordedFile> BY_NAME = new ConcurrentHashMap<>();

  static {
    FilePath.register(new RecordedPath());
  }

  private final String name;
  private final byte[] before;
  private final List<Change> changes = new ArrayList<>();
  private final List<Force> forces = new ArrayList<>();
  private volatile boolean failsToForce;

  private RecordedFile(String name, byte[] before) {
    this.name = name;
    this.before = before;
  }

  /** Bytes from a position on; or none, and the file ends there. */
  record Change(long position, ByteBuffer bytes, boolean isEnd, Thread by) {
    /** Returns the file with this change; {@code image} may be changed. */
    byte[] in(byte[] image) {
      int length = bytes.remaining();
      int end = Math.toIntExact(position + length);
      byte[] changed = isEnd || end > image.length ? Arrays.copyOf(image, end) : image;
      bytes.duplicate().get(changed, end - length, length);
      return changed;
    }

    /** Returns the parts of it that are in one piece of {@code length} bytes of the file each. */
    List<Change> pieces(int length) {
      if (isEnd || bytes.remaining() <= length) {
        return List.of(this);
      }
      List<Change> pieces = new ArrayList<>();
      for (int from = 0; from < bytes.remaining(); from += length) {
        ByteBuffer piece = bytes.slice(from, Math.min(length, bytes.remaining() - from));
        pieces.add(new Change(position + from, piece, false, by));
      }
      return pieces;
    }

    Optional<FileChunk> chunk() {
      return FileChunk.in(bytes, position);
    }

    Optional<Named> named() {
      return FileHeader.in(bytes).flatMap(FileHeader::named);
    }
  }

  /**
   * A sync.
   *
   * @param covered the number of writes before it began
   * @param end the number of writes before it ended
   */
  private record Force(int covered, int end) {}

  /**
   * Records what H2 writes from now on to the database file at {@code path}, which is made.
   *
   * @param path without {@code .mv.db}
   * @param before what is in the file
   */
  public static RecordedFile of(Path path, byte[] before) throws IOException {
    Path file = Path.of(path + ".mv.db");
    if (before.length > 0) {
      Files.write(file, before);
    }
    RecordedFile recorded = new RecordedFile(path.toString(), before);
    BY_NAME.put(file.toString(), recorded);
    return recorded;
  }

  /** Returns the URL that opens it as Parley opens its own. */
  public String url() {
    return H2File.url("recorded:" + name);
  }

  /** Returns the number of writes. */
  public synchronized int writes() {
    return changes.size();
  }

  /** Returns the content of the file after so many writes. */
  public synchronized byte[] after(int writes) {
    byte[] image = before.clone();
    for (Change change : changes.subList(0, writes)) {
      image = change.in(image);
    }
    return image;
  }

  /** The number of first writes that a sync had covered and ended after so many writes. */
  public synchronized int forced(int writes) {
    return forces.stream()
        .filter(force -> force.end() <= writes)
        .mapToInt(Force::covered)
        .max()
        .orElse(0);
  }

  /**
   * Returns the disk after a power cut behind so many writes: all that was forced, and of the rest
   * whatever the disk had reached, in any order.
   *
   * @param piece the length of what is on the disk as a whole or not at all
   */
  public synchronized byte[] afterPowerCut(int writes, int piece, Random random) {
    int forced = forced(writes);
    byte[] image = after(forced);
    double share = random.nextDouble();
    for (Change change : changes.subList(forced, writes)) {
      for (Change part : change.pieces(piece)) {
        image = random.nextDouble() < share ? part.in(image) : image;
      }
    }
    return image;
  }

  /** The number of syncs. */
  synchronized int forces() {
    return forces.size();
  }

  /** Has every sync fail from now on. */
  public void failToForce() {
    failsToForce = true;
  }

  synchronized List<Change> changes() {
    return List.copyOf(changes);
  }

  /**
   * The number of writes of this thread that no sync has covered, of those from {@code first} on.
   */
  public synchronized long unforcedHere(int first) {
    int from = Math.max(first, forced(changes.size()));
    return from >= changes.size()
        ? 0
        : changes.subList(from, changes.size()).stream()
            .filter(change -> change.by() == Thread.currentThread())
            .count();
  }

  /** The number of writes of this thread, of those from {@code first} on. */
  public synchronized long writtenHere(int first) {
    return changes.subList(first, changes.size()).stream()
        .filter(change -> change.by() == Thread.currentThread())
        .count();
  }

  private void force(FileChannel file, boolean metadata) throws IOException {
    if (failsToForce) {
      throw new IOException("Input/output error");
    }
    int covered = writes();
    file.force(metadata);
    synchronized (this) {
      forces.add(new Force(covered, changes.size()));
    }
  }

  private synchronized void record(Change change) {
    changes.add(change);
  }

  /** Public, because H2 makes one for each path. */
  public static final class RecordedPath extends FilePathWrapper {
    @Override
    public String getScheme() {
      return "recorded";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      FileChannel channel = getBase().open(mode);
      RecordedFile recorded = BY_NAME.get(getBase().toString());
      return recorded == null ? channel : new RecordedChannel(channel, recorded);
    }
  }

  private static final class RecordedChannel extends ForwardingChannel {
    private final FileChannel channel;
    private final RecordedFile recorded;

    RecordedChannel(FileChannel channel, RecordedFile recorded) {
      super(channel);
      this.channel = channel;
      this.recorded = recorded;
    }

    @Override
    public synchronized int write(ByteBuffer bytes, long position) throws IOException {
      ByteBuffer all = bytes.duplicate();
      int written = super.write(bytes, position);
      byte[] copy = new byte[written];
      all.get(copy);
      recorded.record(new Change(position, ByteBuffer.wrap(copy), false, Thread.currentThread()));
      return written;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      recorded.force(channel, metadata);
    }

    @Override
    public synchronized FileChannel truncate(long size) throws IOException {
      super.truncate(size);
      recorded.record(new Change(size, ByteBuffer.allocate(0), true, Thread.currentThread()));
      return this;
    }
  }
}
