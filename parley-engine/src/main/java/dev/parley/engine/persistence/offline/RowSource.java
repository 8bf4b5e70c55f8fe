package dev.parley.engine.persistence.offline;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of a workspace, in the order in which a {@link RowSink} was given them. */
@FunctionalInterface
public interface RowSource {
  /**
   * A row.
   *
   * @param columns as in {@link RowSink#row}
   */
  record Row(String table, Map<String, @Nullable Object> columns) {}

  /**
   * Returns the next row; empty after the last.
   *
   * @throws TransferRefused where what follows is no row
   */
  Optional<Row> next() throws IOException;
}
