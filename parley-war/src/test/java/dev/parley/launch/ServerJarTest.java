package dev.parley.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerJarTest {
  @TempDir Path folder;

  @Test
  void library_addsItsEntries_notCompressed_withItsFolders() throws Exception {
    Path jar = joined(Map.of("a.jar", library("a/", "", "a/A.class", "A".repeat(1_000))));
    try (JarFile file = new JarFile(jar.toFile())) {
      assertThat(names(file)).containsExactly("META-INF/MANIFEST.MF", "a/", "a/A.class");
      ZipEntry entry = file.getEntry("a/A.class");
      assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
      assertThat(text(file, "a/A.class")).isEqualTo("A".repeat(1_000));
    }
    assertThat(files()).containsExactly("server.jar");
  }

  @Test
  void library_ofAnEntryThatIsThere_addsNothing() throws Exception {
    Map<String, byte[]> two = new LinkedHashMap<>();
    two.put("a.jar", library("x/X.class", "first"));
    two.put("b.jar", library("x/X.class", "second", "y/Y.class", "y"));
    try (JarFile file = new JarFile(joined(two).toFile())) {
      assertThat(text(file, "x/X.class")).isEqualTo("first");
      assertThat(text(file, "y/Y.class")).isEqualTo("y");
    }
  }

  @Test
  void services_ofSeveralLibraries_areJoined() throws Exception {
    String service = "META-INF/services/java.sql.Driver";
    Map<String, byte[]> two = new LinkedHashMap<>();
    two.put("a.jar", library(service, "a.Driver"));
    two.put("b.jar", library(service, "# the other\nb.Driver\n"));
    try (JarFile file = new JarFile(joined(two).toFile())) {
      assertThat(text(file, service).lines().filter(line -> !line.isBlank()))
          .containsExactly("a.Driver", "# the other", "b.Driver");
    }
  }

  @Test
  void manifest_isThatOfTheFile_forSeveralReleases() throws Exception {
    byte[] library =
        library(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\nImplementation-Version: 7\n\n",
            "META-INF/INDEX.LIST",
            "JarIndex-Version: 1.0",
            "module-info.class",
            "a module",
            "v/V.class",
            "plain",
            "META-INF/versions/11/v/V.class",
            "newer");
    Path jar = joined(Map.of("a.jar", library));
    try (JarFile file = new JarFile(jar.toFile(), true, ZipFile.OPEN_READ, Runtime.version())) {
      Attributes attributes = file.getManifest().getMainAttributes();
      assertThat(attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION)).isEqualTo("9.9");
      assertThat(file.isMultiRelease()).isTrue();
      assertThat(text(file, "v/V.class")).isEqualTo("newer");
      assertThat(names(file)).doesNotContain("META-INF/INDEX.LIST", "module-info.class");
    }
  }

  @Test
  void library_thatIsSigned_staysAJar() throws Exception {
    byte[] signed = library("META-INF/KEY.SF", "signature", "s/S.class", "s");
    Path jar = joined(Map.of("signed.jar", signed));
    try (JarFile file = new JarFile(jar.toFile())) {
      assertThat(names(file)).containsExactly("META-INF/MANIFEST.MF");
    }
    assertThat(files()).containsExactlyInAnyOrder("server.jar", "signed.jar");
    assertThat(folder.resolve("lib/signed.jar")).hasBinaryContent(signed);
  }

  private Path joined(Map<String, byte[]> libraries) throws IOException {
    Path war = folder.resolve("war.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(war))) {
      out.putNextEntry(new ZipEntry("WEB-INF/lib/"));
      for (Map.Entry<String, byte[]> library : libraries.entrySet()) {
        put(out, "WEB-INF/lib/" + library.getKey(), library.getValue());
      }
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "9.9");
    try (ZipFile file = new ZipFile(war.toFile());
        ServerJar server = new ServerJar(Files.createDirectory(folder.resolve("lib")))) {
      server.manifest(manifest);
      for (ZipEntry entry : (Iterable<ZipEntry>) file.stream().map(ZipEntry::new)::iterator) {
        server.library(file, entry);
      }
    }
    return folder.resolve("lib/server.jar");
  }

  /** A jar of {@code entries}: a name and its text, and so on. */
  private static byte[] library(String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (int i = 0; i < entries.length; i += 2) {
        put(out, entries[i], entries[i + 1].getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static List<String> names(JarFile file) {
    return file.stream().map(ZipEntry::getName).toList();
  }

  private static String text(JarFile file, String name) throws IOException {
    try (InputStream in = file.getInputStream(file.getJarEntry(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("lib"))) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }
}
