package dev.parley.war;

import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.offline.RowSource;
import dev.parley.engine.persistence.offline.TransferRefused;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Json;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;

/** Reads what {@link WorkspaceLines} wrote. One row is in memory at a time. */
final class WorkspaceLinesReader implements RowSource {
  private static final Pattern SCHEMA = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,4}){0,2}");

  private final MappingIterator<JsonNode> lines;
  private final TransferProgress progress;
  private final WorkspaceId workspace;
  private long line = 1;

  private WorkspaceLinesReader(MappingIterator<JsonNode> lines, TransferProgress progress) {
    this.lines = lines;
    this.progress = progress;
    this.workspace = head();
  }

  /**
   * Reads the line of the version.
   *
   * @throws TransferRefused where it is no such file, or one of a later Parley
   */
  static WorkspaceLinesReader of(InputStream in, TransferProgress progress) {
    try {
      return new WorkspaceLinesReader(
          Json.jackson().readerFor(JsonNode.class).readValues(in), progress);
    } catch (JacksonException broken) {
      throw noExport();
    }
  }

  /** Returns the workspace that the rows are of. */
  WorkspaceId workspace() {
    return workspace;
  }

  private WorkspaceId head() {
    JsonNode head = lines.hasNextValue() ? lines.nextValue() : Json.jackson().nullNode();
    String schema = head.path(WorkspaceLines.SCHEMA).asString("");
    if (!head.path(WorkspaceLines.FORMAT_FIELD).isInt() || !SCHEMA.matcher(schema).matches()) {
      throw noExport();
    }
    int format = head.path(WorkspaceLines.FORMAT_FIELD).intValue();
    if (format != WorkspaceLines.FORMAT || SchemaState.isLater(schema)) {
      throw new TransferRefused(
          "a later Parley exported the file (format "
              + format
              + ", schema "
              + schema
              + "), and this one knows no later than format "
              + WorkspaceLines.FORMAT
              + " and schema "
              + SchemaState.NEWEST
              + "; import it with the later one");
    }
    try {
      return new WorkspaceId(head.path(WorkspaceLines.WORKSPACE).asString(""));
    } catch (ParleyException noName) {
      throw noExport();
    }
  }

  private static TransferRefused noExport() {
    return new TransferRefused(
        "the file is no export of a workspace: its first line has no version");
  }

  @Override
  public Optional<Row> next() {
    line++;
    JsonNode next;
    try {
      if (!lines.hasNextValue()) {
        throw new TransferRefused(
            "the file is cut: it ends after line " + (line - 1) + " without the number of rows");
      }
      next = lines.nextValue();
    } catch (JacksonException broken) {
      throw new TransferRefused("line " + line + " of the file is cut, or no JSON");
    }
    if (next.has(WorkspaceLines.ROWS)) {
      checkEnd(next);
      return Optional.empty();
    }
    JsonNode row = next.path(WorkspaceLines.ROW);
    if (!next.path(WorkspaceLines.TABLE).isString() || !row.isObject()) {
      throw new TransferRefused("line " + line + " of the file is no row");
    }
    String table = next.path(WorkspaceLines.TABLE).stringValue();
    progress.row(table);
    return Optional.of(new Row(table, columns(row)));
  }

  private void checkEnd(JsonNode end) {
    long expected = end.path(WorkspaceLines.ROWS).asLong(-1);
    if (expected != progress.rows()) {
      throw new TransferRefused(
          "the file is not whole: it has "
              + progress.rows()
              + " rows, and its last line says "
              + expected);
    }
  }

  private Map<String, @Nullable Object> columns(JsonNode row) {
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : row.properties()) {
      JsonNode value = field.getValue();
      if (value.isNull()) {
        columns.put(field.getKey(), null);
      } else if (value.isString()) {
        columns.put(field.getKey(), value.stringValue());
      } else if (value.isIntegralNumber() && value.canConvertToLong()) {
        columns.put(field.getKey(), value.longValue());
      } else {
        throw new TransferRefused(
            "line " + line + " of the file has no text and no number as " + field.getKey());
      }
    }
    return columns;
  }
}
