package dev.parley.war;

import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.offline.RowSink;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a workspace as lines of JSON: one with the version, one for each row, and one with
 * the number of rows, without which a file is not whole.
 */
final class WorkspaceLines implements RowSink {
  /** The version of this form. */
  static final int FORMAT = 1;

  static final String FORMAT_FIELD = "parleyWorkspace";
  static final String SCHEMA = "schema";
  static final String WORKSPACE = "workspace";
  static final String TABLE = "table";
  static final String ROW = "row";
  static final String ROWS = "rows";

  private final OutputStream out;
  private final TransferProgress progress;

  private WorkspaceLines(OutputStream out, TransferProgress progress) {
    this.out = out;
    this.progress = progress;
  }

  /** Begins with the line of the version. */
  static WorkspaceLines begin(
      OutputStream out, String workspace, Instant now, TransferProgress progress)
      throws IOException {
    WorkspaceLines lines = new WorkspaceLines(out, progress);
    Map<String, Object> head = new LinkedHashMap<>();
    head.put(FORMAT_FIELD, FORMAT);
    head.put(SCHEMA, SchemaState.NEWEST);
    head.put(WORKSPACE, workspace);
    head.put("version", Version.text());
    head.put("exportedAt", now.toString());
    lines.line(head);
    return lines;
  }

  @Override
  public void row(String table, Map<String, @Nullable Object> columns) throws IOException {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(TABLE, table);
    row.put(ROW, columns);
    line(row);
    progress.row(table);
  }

  /** Ends with the number of rows. */
  void end(Map<String, Long> counts) throws IOException {
    line(Map.of(ROWS, counts.values().stream().mapToLong(Long::longValue).sum()));
  }

  private void line(Map<String, Object> fields) throws IOException {
    out.write(Json.bytes(fields));
    out.write('\n');
  }
}
