package dev.parley.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The log of a server that no terminal shows, for its user alone. A full file is set aside under
 * its name with {@code .1}, in place of the one before, and the log goes on in a new one. Safe for
 * all threads.
 */
public final class BoundedLog extends OutputStream {
  /** The length at which a file is full, in bytes; two of them are kept. */
  static final long MAX_BYTES = 1 << 20;

  private static final Set<StandardOpenOption> APPENDING = Set.of(CREATE, WRITE, APPEND);

  private final Path file;
  private final long maxBytes;
  private FileChannel channel;
  private long length;

  BoundedLog(Path file, long maxBytes) throws IOException {
    this.file = file;
    this.maxBytes = maxBytes;
    this.channel = open();
    this.length = channel.size();
  }

  /**
   * Sends to the file that the system property {@code parley.log} names what this process prints
   * from now on, on either stream; without one it does nothing.
   */
  public static void takeStreams() {
    String file = System.getProperty("parley.log");
    if (file == null) {
      return;
    }
    try {
      PrintStream log = new PrintStream(new BoundedLog(Path.of(file), MAX_BYTES), true, UTF_8);
      System.setOut(log);
      System.setErr(log);
    } catch (IOException | RuntimeException unwritable) {
      System.err.println("parley: the log " + file + " cannot be written: " + unwritable);
    }
  }

  private FileChannel open() throws IOException {
    boolean hasUsers = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] forItsUser =
        hasUsers
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(file, APPENDING, forItsUser);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) throws IOException {
    if (length > 0 && length + count > maxBytes) {
      setAside();
    }
    // A single text beyond the bound loses its end.
    ByteBuffer left = ByteBuffer.wrap(bytes, from, (int) Math.min(count, maxBytes));
    while (left.hasRemaining()) {
      length += channel.write(left);
    }
  }

  private void setAside() throws IOException {
    channel.close();
    try {
      Path before = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException inUse) {
      Files.delete(file);
    }
    channel = open();
    length = channel.size();
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
