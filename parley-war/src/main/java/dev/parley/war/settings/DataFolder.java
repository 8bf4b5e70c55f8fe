package dev.parley.war.settings;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** The small text files in the data folder of a server. Their owner alone reads and writes them. */
public final class DataFolder {
  /** The folder of a server that has none: nothing is kept. */
  public static final DataFolder NONE = new DataFolder(Optional.empty());

  private final Optional<Path> folder;

  private DataFolder(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Returns the data folder of a deployment. */
  public static DataFolder of(Settings settings) {
    return new DataFolder(settings.value("data").map(Path::of));
  }

  /** Returns true if there is a folder. */
  public boolean exists() {
    return folder.isPresent();
  }

  /** Returns the folder; empty where there is none. */
  public Optional<Path> path() {
    return folder;
  }

  /** Reads a file; empty where there is none. */
  public Optional<String> read(String name) throws IOException {
    Optional<Path> file = folder.map(found -> found.resolve(name)).filter(Files::exists);
    return file.isPresent()
        ? Optional.of(Files.readString(file.get(), US_ASCII))
        : Optional.empty();
  }

  /** Replaces a file as a whole; does nothing where there is no folder. */
  public void write(String name, String text) throws IOException {
    if (folder.isEmpty()) {
      return;
    }
    Path own = folder.get();
    Files.createDirectories(own, ofOwner(own, "rwx------"));
    Path whole = Files.createTempFile(own, name, ".new", ofOwner(own, "rw-------"));
    Files.writeString(whole, text, US_ASCII);
    Files.move(
        whole,
        own.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] ofOwner(Path folder, String permissions) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? List.of(
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)))
            .toArray(FileAttribute<?>[]::new)
        : new FileAttribute<?>[0];
  }
}
