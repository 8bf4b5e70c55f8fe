package dev.parley.war;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.offline.RowSource.Row;
import dev.parley.engine.persistence.offline.TransferRefused;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows are read as they were written; a file that is cut or of a later Parley is refused. */
class WorkspaceLinesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String HEAD =
      "{\"parleyWorkspace\":1,\"schema\":\"23\",\"workspace\":\"team\"}\n";
  private static final String ROW =
      "{\"table\":\"parley_room\",\"row\":{\"id\":\"1\",\"high_water\":64,\"name\":null}}\n";

  private static TransferProgress progress() {
    return new TransferProgress("moved", new PrintStream(new ByteArrayOutputStream(), true, UTF_8));
  }

  private static List<Row> read(String file) throws IOException {
    WorkspaceLinesReader reader =
        WorkspaceLinesReader.of(new ByteArrayInputStream(file.getBytes(UTF_8)), progress());
    assertThat(reader.workspace().value()).isEqualTo("team");
    List<Row> rows = new ArrayList<>();
    for (Optional<Row> row = reader.next(); row.isPresent(); row = reader.next()) {
      rows.add(row.get());
    }
    return rows;
  }

  @Test
  void rows_areReadAsTheyWereWritten() throws IOException {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("id", "a \"quoted\"\nline, \u0001 and \uD83E\uDD89");
    columns.put("high_water", Long.MAX_VALUE);
    columns.put("created_at", null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WorkspaceLines lines = WorkspaceLines.begin(out, "team", NOW, progress());
    lines.row("parley_room", columns);
    lines.row("parley_topic", Map.of("id", ""));
    lines.end(Map.of("parley_room", 1L, "parley_topic", 1L));
    String file = out.toString(UTF_8);
    assertThat(file.lines()).hasSize(4);
    assertThat(file)
        .startsWith(
            "{\"parleyWorkspace\":1,\"schema\":\""
                + SchemaState.NEWEST
                + "\",\"workspace\":\"team\",\"version\":")
        .endsWith("{\"rows\":2}\n");
    assertThat(read(file))
        .containsExactly(
            new Row("parley_room", columns), new Row("parley_topic", Map.of("id", "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | no export of a workspace",
        "{} | no export of a workspace",
        "[1] | no export of a workspace",
        "letter | no export of a workspace",
        "{\"parleyWorkspace\":1,\"schema\":\"22\",\"workspace\":\"A B\"} | no export",
        "{\"parleyWorkspace\":1,\"schema\":\"x\",\"workspace\":\"team\"} | no export",
        "{\"parleyWorkspace\":2,\"schema\":\"22\",\"workspace\":\"team\"} | a later Parley exported",
        "{\"parleyWorkspace\":1,\"schema\":\"9999\",\"workspace\":\"team\"} | a later Parley exported"
      })
  void firstLine_thatDoesNotFit_isRefused(String head, String expected) {
    refused(head + "\n" + ROW, expected);
  }

  @Test
  void fileThatIsCut_isRefused() {
    refused(HEAD, "it ends after line 1");
    refused(HEAD + ROW, "it ends after line 2");
    refused(HEAD + ROW.substring(0, 30), "line 2 of the file is cut");
    refused(HEAD + ROW + "{\"rows\":2}\n", "it has 1 rows, and its last line says 2");
    refused(HEAD + ROW + "{\"rows\":\"many\"}\n", "its last line says -1");
  }

  @Test
  void lineThatIsNoRow_isRefused() {
    refused(HEAD + "7\n", "line 2 of the file is no row");
    refused(HEAD + "{\"table\":7,\"row\":{}}\n", "line 2 of the file is no row");
    refused(HEAD + "{\"table\":\"x\",\"row\":[]}\n", "line 2 of the file is no row");
    refused(HEAD + "{\"table\":\"x\",\"row\":{\"id\":[1]}}\n", "no text and no number as id");
    refused(HEAD + "{\"table\":\"x\",\"row\":{\"id\":1.5}}\n", "no text and no number as id");
  }

  private static void refused(String file, String expected) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining(expected);
  }
}
