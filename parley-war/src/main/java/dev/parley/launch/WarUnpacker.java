package dev.parley.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The file's contents on disk, where a server can use them: unpacked once for each different file,
 * into a folder that appears whole or not at all, so that two starts at a time cannot meet halves.
 */
final class WarUnpacker {
  private static final String EMBEDDED = "WEB-INF/lib-embedded/";
  private static final String LAUNCHER = "dev/";

  private WarUnpacker() {}

  /**
   * A class loader over the file that {@code type} came from and the server's libraries in it, with
   * the JDK alone above. Sets the web application's folder as system property {@code
   * parley.webapp}. Classes that lie in a folder (a build's) are taken with their own loader.
   */
  static ClassLoader beside(Class<?> type, String version) throws IOException {
    Path war = source(type);
    if (!Files.isRegularFile(war)) {
      return type.getClassLoader();
    }
    Path home = unpacked(war, version);
    System.setProperty("parley.webapp", home.resolve("webapp").toString());
    List<URL> path = new ArrayList<>();
    path.add(war.toUri().toURL());
    try (Stream<Path> libraries = Files.list(home.resolve("lib-embedded"))) {
      for (Path library : (Iterable<Path>) libraries.sorted()::iterator) {
        path.add(library.toUri().toURL());
      }
    }
    return new URLClassLoader(
        "parley", path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
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
    try (JarFile jar = new JarFile(war.toFile())) {
      Path home = cache().resolve(version + "-" + digest(jar));
      if (Files.isDirectory(home)) {
        return home;
      }
      makeCache();
      Path half = Files.createTempDirectory(cache(), "unpacking-");
      try {
        unpack(jar, half);
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
              + cache()
              + "; name another folder with -Dparley.cache=… before -jar ("
              + failed
              + ")",
          failed);
    }
  }

  /**
   * For its user alone, where the file system knows of users; one that is there is left as it is.
   */
  private static void makeCache() throws IOException {
    if (Files.isDirectory(cache())) {
      return;
    }
    if (cache().getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          cache(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(cache());
    }
  }

  private static Path cache() {
    String chosen = System.getProperty("parley.cache");
    if (chosen != null) {
      return Path.of(chosen).toAbsolutePath();
    }
    String base = System.getenv("XDG_CACHE_HOME");
    return base != null && !base.isBlank()
        ? Path.of(base).toAbsolutePath().resolve("parley")
        : Path.of(System.getProperty("user.home")).resolve(".cache").resolve("parley");
  }

  /**
   * A digest of the file's content, whenever it was written: every entry's name, length and check
   * sum.
   */
  private static String digest(JarFile jar) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      jar.stream()
          .sorted(Comparator.comparing(ZipEntry::getName))
          .forEach(
              entry -> {
                digest.update(entry.getName().getBytes(StandardCharsets.UTF_8));
                digest.update(
                    ByteBuffer.allocate(16)
                        .putLong(entry.getSize())
                        .putLong(entry.getCrc())
                        .flip());
              });
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private static void unpack(JarFile jar, Path into) throws IOException {
    Path webapp = Files.createDirectories(into.resolve("webapp"));
    Path libraries = Files.createDirectories(into.resolve("lib-embedded"));
    try {
      jar.stream()
          .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith(LAUNCHER))
          .forEach(
              entry -> {
                String name = entry.getName();
                boolean library = name.startsWith(EMBEDDED);
                Path root = library ? libraries : webapp;
                copy(jar, entry, root, library ? name.substring(EMBEDDED.length()) : name);
              });
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
  }

  private static void copy(JarFile jar, ZipEntry entry, Path root, String name) {
    Path target = root.resolve(name).normalize();
    if (!target.startsWith(root)) {
      throw new UncheckedIOException(new IOException("an entry points outside: " + name));
    }
    try (InputStream in = jar.getInputStream(entry)) {
      Files.createDirectories(target.getParent());
      Files.copy(in, target);
    } catch (FileAlreadyExistsException twice) {
      throw new UncheckedIOException(new IOException("an entry is there twice: " + name));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }
}
