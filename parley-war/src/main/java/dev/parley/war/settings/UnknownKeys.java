package dev.parley.war.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.problem.InvalidArgument;
import dev.parley.spelling.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The keys of Parley in the settings of an application server that are no settings. A server shares
 * these settings with other programs, so a key is refused only where it is near to a known one.
 */
public final class UnknownKeys {
  private static final System.Logger LOG = System.getLogger(UnknownKeys.class.getName());

  /** The names of all settings, and of those of the bridge, each on a line. */
  private static final String NAMES = "names.txt";

  private UnknownKeys() {}

  /**
   * Refuses the first key that is near to a setting.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} with the name of the
   *     setting
   */
  public static void check(Settings settings) {
    NavigableSet<String> known = known();
    for (String name : unknown(settings, known)) {
      nearest(name, known)
          .ifPresent(
              near -> {
                throw InvalidArgument.refusal(
                    Settings.PREFIX + name,
                    "it is in MicroProfile Config and no setting; did you mean "
                        + Settings.PREFIX
                        + near
                        + "?");
              });
    }
  }

  /** Logs the keys that are near to no setting. */
  public static void warn(Settings settings) {
    NavigableSet<String> known = known();
    for (String name : unknown(settings, known)) {
      if (nearest(name, known).isEmpty()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "MicroProfile Config: {0} is no setting; it is ignored.",
            Settings.PREFIX + name);
      }
    }
  }

  private static NavigableSet<String> unknown(Settings settings, NavigableSet<String> known) {
    NavigableSet<String> unknown = new TreeSet<>(settings.serverNames());
    unknown.removeAll(known);
    return unknown;
  }

  /** A dot parts a name into words, as Parley's names never do, unless one stands for a dash. */
  private static Optional<String> nearest(String name, NavigableSet<String> known) {
    if (name.indexOf('.') < 0) {
      return Spelling.nearest(name, known);
    }
    return Optional.of(name.replace('.', '-')).filter(known::contains);
  }

  private static NavigableSet<String> known() {
    try (InputStream names = UnknownKeys.class.getResourceAsStream(NAMES)) {
      if (names == null) {
        throw new IllegalStateException(NAMES + " is missing");
      }
      NavigableSet<String> known = new TreeSet<>();
      new String(names.readAllBytes(), UTF_8).lines().forEach(known::add);
      return known;
    } catch (IOException cannotBe) {
      throw new UncheckedIOException(cannotBe);
    }
  }
}
