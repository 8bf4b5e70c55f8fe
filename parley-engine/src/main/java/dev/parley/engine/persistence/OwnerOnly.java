package dev.parley.engine.persistence;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The permissions of Parley's files and folders, 0600 and 0700: direct messages and memory are for
 * the user who runs it alone. They are set at creation, not after. Where the file system has no
 * such permissions, its own rules apply.
 */
public final class OwnerOnly {
  private static final System.Logger LOG = System.getLogger(OwnerOnly.class.getName());
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?>[] NONE = {};

  private OwnerOnly() {}

  /** Returns the attributes for creating a file at {@code path}. */
  public static FileAttribute<?>[] file(Path path) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)}
        : NONE.clone();
  }

  /** Returns the attributes for creating a folder at {@code path}. */
  public static FileAttribute<?>[] folder(Path path) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FOLDER)}
        : NONE.clone();
  }

  /**
   * Creates {@code folder} and its missing parents. An existing folder keeps its permissions:
   * Parley may not have created it.
   */
  public static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, folder(folder));
      Path above = folder.toAbsolutePath().getParent();
      if (above != null) {
        FolderSync.force(above);
      }
    }
  }

  /**
   * Removes other users' permissions from a file of Parley's that an earlier version made readable
   * for them.
   */
  public static void tighten(Path file) {
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (view != null
          && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && !FILE.containsAll(view.readAttributes().permissions())) {
        view.setPermissions(FILE);
      }
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Other users of this machine may read {0}: changing its permissions failed.",
          file);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem() == FileSystems.getDefault()
        && path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
