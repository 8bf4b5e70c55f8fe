package dev.parley.engine.persistence.offline;

import dev.parley.engine.logging.Masking;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds the rows of a workspace to a database, in one transaction. */
final class WorkspaceImport {
  private final Connection connection;
  private final String workspace;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private @Nullable RowBatch batch;
  private long rows;

  WorkspaceImport(Connection connection, String workspace) {
    this.connection = connection;
    this.workspace = workspace;
  }

  /**
   * Adds all rows; returns the number of each table.
   *
   * @throws TransferRefused where the workspace has rows already, or the rows do not fit; nothing
   *     was changed then
   */
  Map<String, Long> run(RowSource source) throws SQLException, IOException {
    connection.setAutoCommit(false);
    boolean isWhole = false;
    try {
      refuseUnlessEmpty();
      add(source);
      refuseForeignRows();
      connection.commit();
      isWhole = true;
      return counts;
    } finally {
      if (!isWhole) {
        connection.rollback();
      }
    }
  }

  private void refuseUnlessEmpty() throws SQLException {
    for (TransferTable table : TransferTable.ALL) {
      counts.put(table.name(), 0L);
      if (count(table) > 0) {
        throw new TransferRefused(
            "the workspace "
                + workspace
                + " exists: it has rows in "
                + table.name()
                + ". An import replaces nothing; nothing was changed");
      }
    }
  }

  private void add(RowSource source) throws SQLException, IOException {
    for (Optional<RowSource.Row> row = source.next(); row.isPresent(); row = source.next()) {
      rows++;
      add(row.get());
    }
    flush();
  }

  private void add(RowSource.Row row) throws SQLException {
    String name = row.table();
    if (TransferTable.named(name).isEmpty()) {
      throw refused("there is no table " + name + " of a workspace");
    }
    RowBatch open = batch;
    if (open == null || !open.isOf(name)) {
      flush();
      open = new RowBatch(connection, name);
      batch = open;
    }
    try {
      open.add(row.columns());
    } catch (IllegalArgumentException unfit) {
      throw refused(String.valueOf(unfit.getMessage()));
    } catch (SQLException unfit) {
      throw refused(reason(unfit));
    }
    counts.merge(name, 1L, Long::sum);
  }

  private void flush() throws SQLException {
    RowBatch open = batch;
    batch = null;
    if (open != null) {
      try (open) {
        open.flush();
      } catch (SQLException unfit) {
        throw refused(reason(unfit));
      }
    }
  }

  /** Rows that others of the file do not own would be in another workspace. */
  private void refuseForeignRows() throws SQLException {
    for (TransferTable table : TransferTable.ALL) {
      if (count(table) != counts.getOrDefault(table.name(), 0L)) {
        throw new TransferRefused(
            "it has rows of "
                + table.name()
                + " that belong to another workspace than "
                + workspace
                + "; nothing was changed");
      }
    }
  }

  private long count(TransferTable table) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT COUNT(*) FROM " + table.name() + " WHERE " + table.condition())) {
      for (int i = 1; i <= table.parameters(); i++) {
        query.setString(i, workspace);
      }
      try (ResultSet found = query.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  private TransferRefused refused(String reason) {
    return new TransferRefused(
        "the rows up to row " + rows + " do not fit: " + reason + "; nothing was changed");
  }

  private static String reason(SQLException unfit) {
    SQLException last = unfit.getNextException() == null ? unfit : unfit.getNextException();
    return Masking.masked(
        String.valueOf(last.getMessage()).lines().findFirst().orElse("the database refuses them"));
  }
}
