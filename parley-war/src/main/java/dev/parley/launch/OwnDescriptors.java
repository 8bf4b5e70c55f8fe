package dev.parley.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Paths of the open files of this process, such as the one that a shell makes for {@code <(…)}. A
 * child process does not have these files.
 */
final class OwnDescriptors {
  private static final List<String> PATHS = List.of("/dev/fd/", "/dev/stdin", "/proc/self/fd/");

  private OwnDescriptors() {}

  /** Returns true if a word or a setting of Parley names one. */
  static boolean areNamed(String[] words, Map<String, String> environment, Properties properties) {
    Stream<String> variables =
        environment.entrySet().stream()
            .filter(variable -> variable.getKey().startsWith("PARLEY_"))
            .map(Map.Entry::getValue);
    Stream<String> values =
        properties.stringPropertyNames().stream()
            .filter(name -> name.startsWith("parley."))
            .map(properties::getProperty);
    return Stream.of(Arrays.stream(words), variables, values)
        .flatMap(texts -> texts)
        .anyMatch(text -> PATHS.stream().anyMatch(text::contains));
  }
}
