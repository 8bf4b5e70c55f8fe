package dev.parley.war.wire;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The arguments of a call, as the client sent them: of any name and any type until asked for. Null
 * is the same as absent. Whatever is refused is refused under the argument's own name.
 */
public final class Arguments {
  private final Map<String, Object> given;

  private Arguments(Map<String, Object> given) {
    this.given = given;
  }

  /**
   * The arguments a tool with these properties may be given.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}, naming the first one
   *     unknown
   */
  public static Arguments of(Map<String, Object> given, Set<String> known) {
    for (String name : new TreeSet<>(given.keySet())) {
      if (!known.contains(name)) {
        throw InvalidArgument.refusal(
            name,
            "this tool has no such argument",
            Map.of("known", List.copyOf(new TreeSet<>(known))));
      }
    }
    return new Arguments(given);
  }

  /** The arguments of a tool that passes over what it does not know. */
  public static Arguments ofAny(Map<String, Object> given) {
    return new Arguments(given);
  }

  /** Returns whether any of {@code names} was given. */
  public boolean hasAny(String... names) {
    for (String name : names) {
      if (given.get(name) != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether {@code name} was given, and as something else than an empty string. */
  public boolean isFilled(String name) {
    Object value = given.get(name);
    return value != null && !value.equals("") && !value.equals(Map.of());
  }

  /** The text of {@code name}; refused where it is absent or no text. */
  public String text(String name) {
    return optionalText(name).orElseThrow(() -> missing(name, "a string"));
  }

  /** The text of {@code name}; refused also past {@code most} UTF-16 units. */
  public String text(String name, int most) {
    return TextLimits.text(name, text(name), most);
  }

  /** The text of {@code name}, if it was given; refused where it is no text. */
  public Optional<String> optionalText(String name) {
    Object value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw InvalidArgument.refusal(name, "it must be a string");
  }

  /** The text of {@code name}, if it was given; refused also past {@code most} UTF-16 units. */
  public Optional<String> optionalText(String name, int most) {
    return optionalText(name).map(text -> TextLimits.text(name, text, most));
  }

  /** Reads the text of {@code name} as {@code type} does; refused where that is absent. */
  public <T> T value(String name, Function<String, T> type) {
    return read(name, text(name), type);
  }

  /** Reads the text of {@code name} as {@code type} does, if it was given. */
  public <T> Optional<T> optionalValue(String name, Function<String, T> type) {
    return optionalText(name).map(text -> read(name, text, type));
  }

  /**
   * Reads each text of the list {@code name} as {@code type} does; none where the list is absent.
   */
  public <T> List<T> values(String name, Function<String, T> type) {
    Object value = given.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> items)) {
      throw InvalidArgument.refusal(name, "it must be an array of strings");
    }
    List<T> read = new ArrayList<>();
    for (Object item : items) {
      if (!(item instanceof String text)) {
        throw InvalidArgument.refusal(name, "it must be an array of strings");
      }
      read.add(read(name, text, type));
    }
    return read;
  }

  /** The strings of the object {@code name}, by their names; none where it is absent. */
  public Map<String, String> texts(String name) {
    Object value = given.get(name);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Map<?, ?> entries)) {
      throw InvalidArgument.refusal(name, "it must be an object of strings");
    }
    Map<String, String> read = new LinkedHashMap<>();
    entries.forEach(
        (key, entry) -> {
          if (!(entry instanceof String text)) {
            throw InvalidArgument.refusal(
                name, "its value of '" + key + "' must be a string", Map.of("key", key));
          }
          read.put(String.valueOf(key), text);
        });
    return read;
  }

  /** The whole number of {@code name}; refused where it is absent or none. */
  public long wholeNumber(String name) {
    return integer(name).orElseThrow(() -> missing(name, "a whole number"));
  }

  /** The whole number of {@code name}, if it was given, however it is written: 1 or 1.0. */
  public Optional<Long> integer(String name) {
    Object value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Integer || value instanceof Long) {
      return Optional.of(((Number) value).longValue());
    }
    if (value instanceof BigInteger large) {
      return Optional.of(large.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
    }
    if (value instanceof Double number && number == Math.rint(number) && !number.isInfinite()) {
      return Optional.of(number.longValue());
    }
    throw InvalidArgument.refusal(name, "it must be a whole number");
  }

  /** Returns whether {@code name} is true; false where it is absent. */
  public boolean flag(String name) {
    Object value = given.get(name);
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw InvalidArgument.refusal(name, "it must be true or false");
  }

  /**
   * Reads {@code text} as {@code type} does; a refusal is of the field {@code name}, not of the one
   * that {@code type} names.
   */
  public static <T> T read(String name, String text, Function<String, T> type) {
    try {
      return type.apply(text);
    } catch (ParleyException refused) {
      if (refused.problem() instanceof InvalidArgument bad && !bad.field().equals(name)) {
        throw InvalidArgument.refusal(name, bad.reason(), bad.bounds());
      }
      throw refused;
    }
  }

  /** The refusal where {@code name} is absent. */
  public static ParleyException missing(String name, String type) {
    return InvalidArgument.refusal(name, "it is missing; it must be " + type);
  }
}
