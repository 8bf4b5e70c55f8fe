package dev.parley.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The files of the plugin, as the WAR carries them.
 *
 * @param texts each file's text by its path below the plugin's folder
 */
record PluginFiles(Map<String, String> texts) {
  /** The plugin's folder in the WAR, of which a server serves nothing. */
  static final String ENTRY = "WEB-INF/plugin/";

  PluginFiles {
    texts = new TreeMap<>(texts);
  }

  /** The files in a WAR. */
  static PluginFiles of(Path war) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (JarFile jar = new JarFile(war.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().startsWith(ENTRY) && !entry.isDirectory()) {
          try (InputStream content = jar.getInputStream(entry)) {
            String name = entry.getName().substring(ENTRY.length());
            texts.put(name, new String(content.readAllBytes(), UTF_8));
          }
        }
      }
    }
    return new PluginFiles(texts);
  }

  /** The files in a folder. */
  static PluginFiles in(Path folder) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        texts.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    return new PluginFiles(texts);
  }

  Optional<String> text(String path) {
    return Optional.ofNullable(texts.get(path));
  }

  /** The text of a file that the WAR has to have. */
  String require(String path) {
    return text(path)
        .orElseThrow(() -> new SetupException("this parley.war has no " + ENTRY + path));
  }

  /** The files of one folder, by their paths below it. */
  Map<String, String> below(String folder) {
    Map<String, String> below = new TreeMap<>();
    texts.forEach(
        (path, text) -> {
          if (path.startsWith(folder)) {
            below.put(path.substring(folder.length()), text);
          }
        });
    return below;
  }
}
