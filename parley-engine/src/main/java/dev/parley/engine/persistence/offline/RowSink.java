package dev.parley.engine.persistence.offline;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The receiver of the rows of a workspace. */
@FunctionalInterface
public interface RowSink {
  /**
   * Takes a row.
   *
   * @param table the name of its table
   * @param columns the values by the names of their columns, each a text, a {@link Long} or null; a
   *     time without a zone is a text of ISO 8601
   */
  void row(String table, Map<String, @Nullable Object> columns) throws IOException;
}
