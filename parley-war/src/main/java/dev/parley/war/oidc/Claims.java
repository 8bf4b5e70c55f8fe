package dev.parley.war.oidc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token by their paths. A path is the name of a claim, else names with dots between
 * them, such as {@code realm_access.roles}.
 */
record Claims(Map<String, Object> values) {
  private static final Pattern DOT = Pattern.compile("\\.");
  private static final Pattern SPACES = Pattern.compile(" +");

  /** Returns the text of a claim; empty where there is none, or it is no text. */
  Optional<String> text(String path) {
    return at(path) instanceof String text && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the texts of a claim that is a list, or the one of a claim that is a text. */
  List<String> texts(String path) {
    Object value = at(path);
    if (value instanceof String text) {
      return List.of(text);
    }
    return value instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  /** Returns the words of a claim that is a list, or a text with spaces between the words. */
  List<String> words(String path) {
    return texts(path).stream()
        .flatMap(text -> SPACES.splitAsStream(text))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Returns true if there is a claim of this name. */
  boolean has(String name) {
    return values.containsKey(name);
  }

  private @Nullable Object at(String path) {
    if (values.containsKey(path)) {
      return values.get(path);
    }
    Object found = values;
    for (String name : DOT.split(path, -1)) {
      if (!(found instanceof Map<?, ?> map)) {
        return null;
      }
      found = map.get(name);
    }
    return found;
  }
}
