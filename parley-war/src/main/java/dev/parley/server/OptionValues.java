package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that the command line has, of all there are. */
final class OptionValues {
  private OptionValues() {}

  /** Returns those with a value, in their order. */
  static Map<String, Object> of(Map<String, @Nullable Object> all) {
    Map<String, Object> given = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (value != null) {
            given.put(name, value);
          }
        });
    return given;
  }
}
