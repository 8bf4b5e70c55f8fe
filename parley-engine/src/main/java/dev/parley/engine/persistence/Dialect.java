package dev.parley.engine.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/** The differences between databases in migrations. */
enum Dialect {
  H2("CHARACTER VARYING(1000000)", "", ""),
  POSTGRESQL("TEXT", "", "SET LOCAL client_min_messages = warning; "),
  MARIADB("MEDIUMTEXT", " CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", "");

  private static final String OWN = "classpath:dev/parley/engine/migration/";
  private static final String COMMON = OWN + "common";

  private final String longText;
  private final String asItIs;
  private final String withoutNote;

  /**
   * Makes a dialect.
   *
   * @param longText the type of a long text
   * @param asItIs the end of a table definition that makes text compare by case and blanks, as
   *     elsewhere
   * @param withoutNote the statement before one that may have nothing to do; without it PostgreSQL
   *     sends a note about that, which Flyway logs as a warning
   */
  Dialect(String longText, String asItIs, String withoutNote) {
    this.longText = longText;
    this.asItIs = asItIs;
    this.withoutNote = withoutNote;
  }

  static Dialect of(DataSource source) {
    try (Connection connection = source.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
      if (product.contains("mariadb") || product.contains("mysql")) {
        return MARIADB;
      }
      return product.contains("postgres") ? POSTGRESQL : H2;
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Returns the locations of its migrations. */
  String[] migrations() {
    return this == H2
        ? new String[] {COMMON}
        : new String[] {COMMON, OWN + name().toLowerCase(Locale.ROOT)};
  }

  /** Returns true if they create a full-text index of messages. */
  boolean indexesWords() {
    return this == POSTGRESQL;
  }

  /** Returns the placeholders of migrations. */
  Map<String, String> words() {
    return Map.of("longtext", longText, "as_it_is", asItIs, "without_note", withoutNote);
  }
}
