package dev.parley.engine.persistence.offline;

import dev.parley.engine.persistence.OwnStorage;
import dev.parley.engine.persistence.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** The zip of a backup: the file of an H2 database, and a manifest after it. */
public final class BackupArchive {
  private static final String DATABASE = ".mv.db";
  private static final int BUFFER = 1 << 16;

  private BackupArchive() {}

  /**
   * Writes the backup of a database that may be in use to a new file, which its owner alone may
   * read. Where that fails, the file is removed.
   *
   * @return false where another backup of it is under way
   * @throws java.nio.file.FileAlreadyExistsException for a file that is there
   */
  public static boolean write(OwnStorage database, String schema, Path file, Instant now)
      throws IOException {
    try (FileChannel channel = create(file)) {
      boolean isWhole = false;
      try {
        isWhole = write(database, new BackupManifest(schema, now), channel);
        return isWhole;
      } catch (SQLException failed) {
        throw new IOException(failed.getMessage(), failed);
      } finally {
        if (!isWhole) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static boolean write(OwnStorage database, BackupManifest manifest, FileChannel to)
      throws IOException, SQLException {
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(to), BUFFER);
    ZipOutputStream zip = new ZipOutputStream(out);
    if (!database.copyTo(zip)) {
      return false;
    }
    zip.putNextEntry(new ZipEntry(BackupManifest.NAME));
    zip.write(manifest.bytes());
    zip.closeEntry();
    zip.finish();
    out.flush();
    to.force(true);
    return true;
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        OwnerOnly.file(file));
  }

  /**
   * Reads the manifest of a backup, and the end of its zip.
   *
   * @throws TransferRefused where the zip is damaged, is no backup, or is one of a later Parley
   */
  public static BackupManifest manifest(Path file) throws IOException {
    try (ZipFile zip = open(file)) {
      return manifest(zip, file);
    }
  }

  private static BackupManifest manifest(ZipFile zip, Path file) throws IOException {
    ZipEntry entry = zip.getEntry(BackupManifest.NAME);
    if (entry == null) {
      throw new TransferRefused(file + " is no backup of Parley: it has no " + BackupManifest.NAME);
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return BackupManifest.of(in.readNBytes(BackupManifest.MAX_BYTES));
    } catch (ZipException | EOFException broken) {
      throw damaged(file, broken);
    } catch (TransferRefused refused) {
      throw new TransferRefused(file + " cannot be restored: " + refused.getMessage());
    }
  }

  /**
   * Unpacks the database to a new file, and compares its length and check sum.
   *
   * @throws TransferRefused as for {@link #manifest(Path)}
   */
  static BackupManifest unpack(Path file, Path to) throws IOException {
    try (ZipFile zip = open(file)) {
      BackupManifest manifest = manifest(zip, file);
      List<? extends ZipEntry> databases =
          zip.stream().filter(entry -> entry.getName().endsWith(DATABASE)).toList();
      if (databases.size() != 1) {
        throw new TransferRefused(
            file + " is no backup of Parley: it has " + databases.size() + " databases");
      }
      ZipEntry entry = databases.get(0);
      long length;
      long sum;
      try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32())) {
        length = copy(in, to);
        sum = in.getChecksum().getValue();
      } catch (ZipException | EOFException broken) {
        throw damaged(file, broken);
      }
      if (length != entry.getSize() || sum != entry.getCrc()) {
        throw new TransferRefused(
            file + " is damaged: the check sum of " + entry.getName() + " differs");
      }
      return manifest;
    }
  }

  private static long copy(InputStream in, Path to) throws IOException {
    try (FileChannel channel = create(to)) {
      long length = in.transferTo(Channels.newOutputStream(channel));
      channel.force(true);
      return length;
    }
  }

  private static ZipFile open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new TransferRefused("there is no file " + file);
    }
    try {
      return new ZipFile(file.toFile());
    } catch (ZipException broken) {
      throw damaged(file, broken);
    }
  }

  private static TransferRefused damaged(Path file, IOException broken) {
    return new TransferRefused(file + " is damaged, or no zip at all: " + broken.getMessage());
  }
}
