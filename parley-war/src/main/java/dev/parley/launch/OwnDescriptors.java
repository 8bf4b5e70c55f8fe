package dev.parley.launch;

import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Paths of the open files of this process, such as the one that a shell makes for {@code <(…)}. A
 * child process does not have these files. Loops, since this runs before each start, in a JVM that
 * has no streams yet.
 */
final class OwnDescriptors {
  private static final List<String> PATHS = List.of("/dev/fd/", "/dev/stdin", "/proc/self/fd/");

  private OwnDescriptors() {}

  /** Returns true if a word or a setting of Parley names one. */
  static boolean areNamed(String[] words, Map<String, String> environment, Properties properties) {
    for (String word : words) {
      if (isOne(word)) {
        return true;
      }
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getKey().startsWith("PARLEY_") && isOne(variable.getValue())) {
        return true;
      }
    }
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("parley.") && isOne(properties.getProperty(name))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOne(String text) {
    for (String path : PATHS) {
      if (text.contains(path)) {
        return true;
      }
    }
    return false;
  }
}
