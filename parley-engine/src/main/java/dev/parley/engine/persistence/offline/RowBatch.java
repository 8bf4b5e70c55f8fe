package dev.parley.engine.persistence.offline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows on their way into one table, a bounded number of which is in memory. */
final class RowBatch implements AutoCloseable {
  private static final int MAX_ROWS = 200;
  private static final int MAX_CHARS = 1 << 20;

  private final String table;

  /** The types of the columns, in the order of the statement. */
  private final Map<String, Integer> types = new LinkedHashMap<>();

  private final PreparedStatement statement;
  private int rows;
  private long chars;

  RowBatch(Connection connection, String table) throws SQLException {
    this.table = table;
    try (PreparedStatement none =
            connection.prepareStatement("SELECT * FROM " + table + " WHERE 1 = 0");
        ResultSet empty = none.executeQuery()) {
      ResultSetMetaData columns = empty.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        types.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), columns.getColumnType(i));
      }
    }
    statement =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " ("
                + String.join(", ", types.keySet())
                + ") VALUES ("
                + String.join(", ", Collections.nCopies(types.size(), "?"))
                + ")");
  }

  boolean isOf(String other) {
    return table.equals(other);
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException where it has other columns than the table, or a value of
   *     another kind
   */
  void add(Map<String, @Nullable Object> row) throws SQLException {
    if (!row.keySet().equals(types.keySet())) {
      throw new IllegalArgumentException(
          table + " has the columns " + types.keySet() + ", not " + row.keySet());
    }
    int at = 0;
    for (Map.Entry<String, Integer> column : types.entrySet()) {
      at++;
      set(at, column.getKey(), column.getValue(), row.get(column.getKey()));
    }
    statement.addBatch();
    rows++;
    if (rows >= MAX_ROWS || chars >= MAX_CHARS) {
      flush();
    }
  }

  private void set(int at, String column, int type, @Nullable Object value) throws SQLException {
    if (value == null) {
      statement.setNull(at, type);
      return;
    }
    switch (type) {
      case Types.BIGINT, Types.INTEGER, Types.SMALLINT -> {
        if (!(value instanceof Long number)) {
          throw new IllegalArgumentException(table + "." + column + " is a number");
        }
        statement.setLong(at, number);
      }
      case Types.TIMESTAMP -> statement.setObject(at, time(column, value));
      default -> {
        if (!(value instanceof String text)) {
          throw new IllegalArgumentException(table + "." + column + " is a text");
        }
        chars += text.length();
        statement.setString(at, text);
      }
    }
  }

  private LocalDateTime time(String column, Object value) {
    try {
      return LocalDateTime.parse(value.toString());
    } catch (DateTimeException unreadable) {
      throw new IllegalArgumentException(table + "." + column + " is a time", unreadable);
    }
  }

  /** Writes the rows that are in memory. */
  void flush() throws SQLException {
    if (rows > 0) {
      int[] unused = statement.executeBatch();
      rows = 0;
      chars = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
