package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** A disk that can be full: files on it cannot grow then, and none can be made. */
public final class ScarceDisk {
  private static volatile boolean full;
  private static final AtomicInteger REFUSED = new AtomicInteger();
  private static final AtomicInteger REFUSED_IN_DATABASE = new AtomicInteger();

  static {
    FilePath.register(new ScarcePath());
  }

  private ScarceDisk() {}

  /** What opens the database file at {@code path} as Parley opens its own. */
  public static String url(Path path) {
    return H2File.url("scarce:" + path);
  }

  /** Whether there is no room from now on. */
  public static void full(boolean now) {
    full = now;
  }

  /** How many writes it has refused since the start. */
  public static int refused() {
    return REFUSED.get();
  }

  /** The number of refused writes of an open database that did not look for room. */
  public static int refusedInDatabase() {
    return REFUSED_IN_DATABASE.get();
  }

  private static void refuse() throws IOException {
    REFUSED.incrementAndGet();
    throw new IOException("No space left on device");
  }

  /** Public, because H2 makes one for each path. */
  public static final class ScarcePath extends FilePathWrapper {
    @Override
    public String getScheme() {
      return "scarce";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      return new ScarceChannel(getBase().open(mode));
    }

    @Override
    public OutputStream newOutputStream(boolean append) throws IOException {
      if (full) {
        refuse();
      }
      return super.newOutputStream(append);
    }
  }

  private static final class ScarceChannel extends ForwardingChannel {
    ScarceChannel(FileChannel channel) {
      super(channel);
    }

    @Override
    public synchronized int write(ByteBuffer bytes, long position) throws IOException {
      if (full && position + bytes.remaining() > size()) {
        REFUSED_IN_DATABASE.incrementAndGet();
        refuse();
      }
      return super.write(bytes, position);
    }
  }
}
