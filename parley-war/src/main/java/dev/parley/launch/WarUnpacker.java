package dev.parley.launch;

import dev.parley.bridge.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The file's contents on disk, where a server can use them: unpacked once for each different file,
 * into a folder that appears whole or not at all, so that two starts at a time cannot meet halves.
 * All classes and libraries are in one jar there, a {@link ServerJar}.
 */
final class WarUnpacker {
  private static final String CLASSES = "WEB-INF/classes/";
  private static final String LIBRARIES = "WEB-INF/lib/";
  private static final String EMBEDDED = "WEB-INF/lib-embedded/";
  private static final String LAUNCHER = "dev/";

  private WarUnpacker() {}

  /**
   * Returns the contents of the file that {@code type} came from; empty where its classes lie in a
   * folder, a build's.
   */
  static Optional<UnpackedWar> of(Class<?> type, String version) throws IOException {
    Path war = source(type);
    return Files.isRegularFile(war)
        ? Optional.of(new UnpackedWar(war, unpacked(war, version)))
        : Optional.empty();
  }

  private static Path source(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | RuntimeException unusual) {
      throw new IOException("this program does not know the file it came from", unusual);
    }
  }

  private static Path unpacked(Path war, String version) throws IOException {
    try {
      Path home = CacheFolder.path().resolve(version + "-" + ZipDirectory.of(war).digest());
      if (Files.isDirectory(home)) {
        return home;
      }
      makeCache();
      Path half = Files.createTempDirectory(CacheFolder.path(), "unpacking-");
      try (JarFile jar = new JarFile(war.toFile())) {
        unpack(jar, half);
        share(half);
        Files.move(half, home, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException failed) {
        remove(half);
        // Another start may have been faster; its folder is as good as ours.
        if (!Files.isDirectory(home)) {
          throw failed;
        }
      }
      return home;
    } catch (IOException failed) {
      throw new IOException(
          "cannot unpack into "
              + CacheFolder.path()
              + "; name another folder with -Dparley.cache=… before -jar ("
              + failed
              + ")",
          failed);
    }
  }

  /** Makes the folder; one that is there is left as it is. */
  private static void makeCache() throws IOException {
    if (!Files.isDirectory(CacheFolder.path())) {
      Files.createDirectories(CacheFolder.path());
      CacheFolder.share(CacheFolder.path());
    }
  }

  /** A server of another user starts from it, too. */
  private static void share(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        CacheFolder.share(path);
      }
    }
  }

  private static void unpack(JarFile war, Path into) throws IOException {
    Path webapp = Files.createDirectories(into.resolve("webapp"));
    try (ServerJar server = new ServerJar(Files.createDirectories(into.resolve("lib")))) {
      server.manifest(war.getManifest());
      List<JarEntry> entries =
          war.stream().sorted(Comparator.comparing(ZipEntry::getName)).toList();
      for (JarEntry entry : entries) {
        String name = entry.getName();
        if (name.startsWith(LAUNCHER)) {
          server.add(war, entry, name);
        } else if (name.startsWith(CLASSES)) {
          server.add(war, entry, name.substring(CLASSES.length()));
        } else if (name.startsWith(LIBRARIES) || name.startsWith(EMBEDDED)) {
          server.library(war, entry);
        } else if (!entry.isDirectory()) {
          copy(war, entry, webapp);
        }
      }
    }
  }

  private static void copy(JarFile war, ZipEntry entry, Path root) throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("an entry points outside: " + entry.getName());
    }
    try (InputStream in = war.getInputStream(entry)) {
      Files.createDirectories(target.getParent());
      Files.copy(in, target);
    } catch (FileAlreadyExistsException twice) {
      throw new IOException("an entry is there twice: " + entry.getName(), twice);
    }
  }

  /** Deletes a folder with all that is in it. */
  static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(path);
      }
    }
  }
}
