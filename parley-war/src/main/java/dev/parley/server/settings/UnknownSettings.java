package dev.parley.server.settings;

import dev.parley.spelling.Spelling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names in the properties file and in the environment that are no settings. A mistyped one
 * would leave a server with a default that nobody wants.
 */
public final class UnknownSettings {
  private static final Pattern FOREIGN_PREFIX = Pattern.compile("^(?:parley[._]|--)");

  private final SettingSources sources;
  private final NavigableSet<String> keys = new TreeSet<>(ForeignVariables.KEYS);
  private final NavigableSet<String> variables = new TreeSet<>();

  /** The unknown names in these sources. */
  public UnknownSettings(SettingTable table, SettingSources sources) {
    this.sources = sources;
    for (Setting setting : table.all()) {
      setting.variable().ifPresent(variables::add);
      if (setting.isInSources()) {
        keys.add(setting.name());
      }
    }
  }

  /**
   * The names that a server refuses: each unknown key of the file, and each variable that is near
   * to a known one.
   */
  public List<String> mistakes() {
    List<String> mistakes = new ArrayList<>();
    for (String key : sources.keys()) {
      if (!keys.contains(key)) {
        mistakes.add(
            sources.file().map(Path::toString).orElse("")
                + ": unknown setting '"
                + key
                + "'"
                + meant(nearKey(key)));
      }
    }
    for (String variable : unknown()) {
      Optional<String> near = nearVariable(variable);
      if (near.isPresent()) {
        mistakes.add("environment: unknown setting " + variable + meant(near));
      }
    }
    return mistakes;
  }

  /** The variables that are near to no known one; a server only warns of them. */
  public List<String> warnings() {
    return unknown().stream()
        .filter(variable -> nearVariable(variable).isEmpty())
        .map(variable -> "environment: " + variable + " is no setting; it is ignored")
        .toList();
  }

  private List<String> unknown() {
    return sources.variables().stream()
        .filter(name -> !variables.contains(name) && !ForeignVariables.contains(name))
        .toList();
  }

  /** A setting of the server comes before a name of another part. */
  private Optional<String> nearVariable(String variable) {
    return nearVariable(variable, variables)
        .or(() -> nearVariable(variable, ForeignVariables.names()));
  }

  /** The prefix is left out, so that short names count as short. */
  private static Optional<String> nearVariable(String variable, Collection<String> known) {
    int length = SettingSources.PREFIX.length();
    return Spelling.nearest(
            variable.substring(length),
            known.stream().map(name -> name.substring(length)).sorted().toList())
        .map(SettingSources.PREFIX::concat);
  }

  /** Takes a key for one that is written like a variable, a system property or an option. */
  private Optional<String> nearKey(String key) {
    String plain =
        FOREIGN_PREFIX.matcher(key.toLowerCase(Locale.ROOT)).replaceFirst("").replace('_', '-');
    return Spelling.nearest(plain, keys).map(near -> "'" + near + "'");
  }

  private static String meant(Optional<String> near) {
    return near.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
