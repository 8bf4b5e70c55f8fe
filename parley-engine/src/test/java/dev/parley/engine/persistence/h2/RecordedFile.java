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

  private RecordedFile(String name, byte[] before) {
    this.name = name;
    this.before = before;
  }

  /** Bytes from a position on; or none, and the file ends there. */
  record Change(long position, ByteBuffer bytes, boolean isEnd) {
    Optional<FileChunk> chunk() {
      return FileChunk.in(bytes, position);
    }

    Optional<Named> named() {
      return FileHeader.in(bytes).flatMap(FileHeader::named);
    }
  }

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

  /** What opens it as Parley opens its own. */
  public String url() {
    return H2File.url("recorded:" + name);
  }

  /** How many writes there were. */
  public synchronized int writes() {
    return changes.size();
  }

  /** What was in the file after so many writes. */
  public synchronized byte[] after(int writes) {
    byte[] image = before.clone();
    for (Change change : changes.subList(0, writes)) {
      int length = change.bytes().remaining();
      int end = Math.toIntExact(change.position() + length);
      if (change.isEnd() || end > image.length) {
        image = Arrays.copyOf(image, end);
      }
      change.bytes().duplicate().get(image, end - length, length);
    }
    return image;
  }

  synchronized List<Change> changes() {
    return List.copyOf(changes);
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
    private final RecordedFile recorded;

    RecordedChannel(FileChannel channel, RecordedFile recorded) {
      super(channel);
      this.recorded = recorded;
    }

    @Override
    public synchronized int write(ByteBuffer bytes, long position) throws IOException {
      ByteBuffer all = bytes.duplicate();
      int written = super.write(bytes, position);
      byte[] copy = new byte[written];
      all.get(copy);
      recorded.record(new Change(position, ByteBuffer.wrap(copy), false));
      return written;
    }

    @Override
    public synchronized FileChannel truncate(long size) throws IOException {
      super.truncate(size);
      recorded.record(new Change(size, ByteBuffer.allocate(0), true));
      return this;
    }
  }
}
