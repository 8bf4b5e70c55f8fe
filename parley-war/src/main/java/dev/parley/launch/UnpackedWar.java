package dev.parley.launch;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The contents of the runnable file on disk.
 *
 * @param war the runnable file
 * @param home the folder of its contents
 */
record UnpackedWar(Path war, Path home) {
  /**
   * Returns the system properties that the server reads: the file, which is not where its classes
   * come from, and the folder of the web application.
   */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("parley.file", war.toString());
    properties.put("parley.webapp", home.resolve("webapp").toString());
    return properties;
  }

  /** Returns a loader of all classes, with those of the JDK alone above. */
  ClassLoader loader() throws IOException {
    List<URL> path = new ArrayList<>();
    for (Path jar : jars()) {
      path.add(jar.toUri().toURL());
    }
    return new URLClassLoader(
        "parley", path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Returns the class path of all classes, the same text at each start. */
  String classPath() throws IOException {
    StringJoiner path = new StringJoiner(File.pathSeparator);
    for (Path jar : jars()) {
      path.add(jar.toString());
    }
    return path.toString();
  }

  private List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("lib"))) {
      for (Path file : files) {
        jars.add(file);
      }
    }
    Collections.sort(jars);
    return jars;
  }
}
