package dev.parley.launch;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * One jar of many, whose entries are not compressed: a class is found by one look-up and read as it
 * is, where a path of many jars is searched jar by jar. The first of several entries of one name is
 * taken; files of services are joined. A signed library stays a jar of its own beside it, as its
 * signature is one of a jar.
 */
final class ServerJar implements Closeable {
  private static final String SERVICES = "META-INF/services/";
  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.SF");
  private static final Set<String> LEFT_OUT =
      Set.of("META-INF/", JarFile.MANIFEST_NAME, "META-INF/INDEX.LIST", "module-info.class");

  private final Path folder;
  private final ZipOutputStream out;
  private final Set<String> names = new HashSet<>(LEFT_OUT);
  private final Map<String, StringBuilder> services = new LinkedHashMap<>();

  /** An empty jar {@code server.jar} in {@code folder}, which is there. */
  ServerJar(Path folder) throws IOException {
    this.folder = folder;
    this.out =
        new ZipOutputStream(
            new BufferedOutputStream(Files.newOutputStream(folder.resolve("server.jar")), 1 << 16));
    out.setMethod(ZipOutputStream.STORED);
  }

  /** Writes a manifest with the main attributes of {@code original}; called first. */
  void manifest(Manifest original) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putAll(original.getMainAttributes());
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    write(JarFile.MANIFEST_NAME, bytes.toByteArray());
  }

  /** Adds an entry of {@code jar} as {@code name}. */
  void add(ZipFile jar, ZipEntry entry, String name) throws IOException {
    if (name.startsWith(SERVICES) && !entry.isDirectory()) {
      services
          .computeIfAbsent(name, first -> new StringBuilder())
          .append(new String(bytes(jar, entry), StandardCharsets.UTF_8))
          .append('\n');
    } else if (!name.isEmpty() && names.add(name)) {
      write(name, bytes(jar, entry));
    }
  }

  /** Adds all entries of a library that is an entry of {@code war}. */
  void library(ZipFile war, ZipEntry entry) throws IOException {
    if (entry.isDirectory()) {
      return;
    }
    String file = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
    Path library = folder.resolve(file);
    try (InputStream in = war.getInputStream(entry)) {
      Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
    }
    try (ZipFile jar = new ZipFile(library.toFile())) {
      List<? extends ZipEntry> entries = jar.stream().toList();
      if (entries.stream().anyMatch(each -> SIGNATURE.matcher(each.getName()).matches())) {
        return;
      }
      for (ZipEntry each : entries) {
        add(jar, each, each.getName());
      }
    }
    Files.delete(library);
  }

  private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private void write(String name, byte[] content) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    entry.setSize(content.length);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }

  /** Writes the files of services, and ends the jar. */
  @Override
  public void close() throws IOException {
    try (out) {
      for (Map.Entry<String, StringBuilder> service : services.entrySet()) {
        write(service.getKey(), service.getValue().toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
