package dev.parley.war.trace;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The names that the semantic conventions have for databases. */
final class DatabaseSystem {
  private static final Map<String, String> BY_URL =
      Map.of(
          "jdbc:postgresql:", "postgresql",
          "jdbc:mariadb:", "mariadb",
          "jdbc:mysql:", "mysql");

  private DatabaseSystem() {}

  /**
   * Returns the name of the database at a JDBC URL; without one, it is an H2 file. The product
   * behind a data source of an application server is not known before it is open.
   */
  static String of(Optional<String> url) {
    String text = url.orElse("").toLowerCase(Locale.ROOT);
    if (!text.isEmpty() && !text.startsWith("jdbc:")) {
      return "other_sql";
    }
    return BY_URL.entrySet().stream()
        .filter(known -> text.startsWith(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("h2database");
  }
}
