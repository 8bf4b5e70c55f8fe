package dev.parley.engine.persistence.offline;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Streams the rows of a workspace out of a database, in one transaction that only reads. */
final class WorkspaceExport {
  /** The rows that a driver has in memory. */
  private static final int FETCHED = 200;

  private final Connection connection;
  private final String workspace;
  private final RowSink sink;

  private WorkspaceExport(Connection connection, String workspace, RowSink sink) {
    this.connection = connection;
    this.workspace = workspace;
    this.sink = sink;
  }

  /** Streams all rows; returns the number of each table. */
  static Map<String, Long> run(Connection connection, String workspace, RowSink sink)
      throws SQLException, IOException {
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try {
      makeLazy(connection);
      WorkspaceExport export = new WorkspaceExport(connection, workspace, sink);
      Map<String, Long> counts = new LinkedHashMap<>();
      for (TransferTable table : TransferTable.ALL) {
        counts.put(table.name(), export.rows(table));
      }
      return counts;
    } finally {
      connection.rollback();
    }
  }

  /** H2 reads a whole result before its first row is used, unless it is asked not to. */
  private static void makeLazy(Connection connection) throws SQLException {
    if (connection.getMetaData().getDatabaseProductName().equals("H2")) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET LAZY_QUERY_EXECUTION 1");
      }
    }
  }

  private long rows(TransferTable table) throws SQLException, IOException {
    if (table.level().isEmpty()) {
      return rows(table, "");
    }
    String level = table.level().get();
    long count = 0;
    long last = lastLevel(table, level);
    for (long at = 0; at <= last; at++) {
      count += rows(table, " AND " + level + " = " + at);
    }
    return count;
  }

  private long lastLevel(TransferTable table, String level) throws SQLException {
    try (PreparedStatement query =
            prepared(
                "SELECT MAX(" + level + ") FROM " + table.name() + " WHERE " + table.condition(),
                table);
        ResultSet rows = query.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private long rows(TransferTable table, String more) throws SQLException, IOException {
    long count = 0;
    try (PreparedStatement query =
        prepared("SELECT * FROM " + table.name() + " WHERE " + table.condition() + more, table)) {
      query.setFetchSize(FETCHED);
      try (ResultSet rows = query.executeQuery()) {
        ResultSetMetaData columns = rows.getMetaData();
        while (rows.next()) {
          sink.row(table.name(), row(rows, columns));
          count++;
        }
      }
    }
    return count;
  }

  private PreparedStatement prepared(String sql, TransferTable table) throws SQLException {
    PreparedStatement query = connection.prepareStatement(sql);
    for (int i = 1; i <= table.parameters(); i++) {
      query.setString(i, workspace);
    }
    return query;
  }

  private static Map<String, @Nullable Object> row(ResultSet rows, ResultSetMetaData columns)
      throws SQLException {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      row.put(
          columns.getColumnName(i).toLowerCase(Locale.ROOT),
          value(rows, i, columns.getColumnType(i)));
    }
    return row;
  }

  private static @Nullable Object value(ResultSet rows, int column, int type) throws SQLException {
    switch (type) {
      case Types.BIGINT, Types.INTEGER, Types.SMALLINT -> {
        long number = rows.getLong(column);
        return rows.wasNull() ? null : number;
      }
      case Types.TIMESTAMP -> {
        LocalDateTime time = rows.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toString();
      }
      default -> {
        return rows.getString(column);
      }
    }
  }
}
