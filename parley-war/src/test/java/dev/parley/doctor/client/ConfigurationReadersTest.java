package dev.parley.doctor.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of clients as people write them. */
class ConfigurationReadersTest {
  @TempDir Path folder;

  @Test
  void toml_asPeopleWriteIt_isRead() {
    TomlTables read =
        TomlTables.of(
            """
            model = "a # b" # c
            [ mcp_servers."parley" ]
            command = 'C:\\java'
            args = ["-jar", # not "this"
              "a \\"b\\".war",
              'mcp' ]
            enabled = false # not "this"
            env = { A = "1, 2", "B C" = 'x=y' }
            [mcp_servers.parley.env]
            D = "3"
            [[array]]
            nonsense
            """);
    assertThat(read.text("", "model")).contains("a # b");
    assertThat(read.text("mcp_servers.parley", "command")).contains("C:\\java");
    assertThat(read.texts("mcp_servers.parley", "args"))
        .containsExactly("-jar", "a \"b\".war", "mcp");
    assertThat(read.raw("mcp_servers.parley", "enabled")).contains("false");
    assertThat(read.map("mcp_servers.parley", "env"))
        .isEqualTo(Map.of("A", "1, 2", "BC", "x=y", "D", "3"));
    assertThat(read.text("mcp_servers.other", "command")).isEmpty();
  }

  @Test
  void toml_thatIsBrokenOff_isRead() {
    assertThat(TomlTables.of("[a]\nb = [\"c\",").texts("a", "b")).containsExactly("c");
    assertThat(TomlTables.of("[a]\nb = \"open").text("a", "b")).isEmpty();
    assertThat(TomlTables.of("[\n]=\n=\"").names()).isNotEmpty();
  }

  @Test
  void json_withComments_isRead() throws Exception {
    Path file = folder.resolve("settings.json");
    Files.writeString(
        file, "\uFEFF{ // one\n \"a\": \"http://x /* no */\", /* two\n */ \"b\": true }");
    JsonValue read = SettingsFile.read(file).orElseThrow();
    assertThat(read.text("a")).contains("http://x /* no */");
    assertThat(read.isTrue("b")).isTrue();
    Files.writeString(file, "  \n");
    assertThat(SettingsFile.read(file)).isEmpty();
    Files.writeString(file, "{\"a\": /* open");
    assertThatThrownBy(() -> SettingsFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is not JSON: ends too early");
  }

  @Test
  void variables_areReplaced_withTheirDefaults() {
    Map<String, String> variables = Map.of("A", "1", "EMPTY", "");
    assertThat(ServerEntry.expanded("${A}/${B:-two}/${EMPTY:-x}/${C}/$A", variables))
        .isEqualTo("1/two/x/${C}/$A");
  }

  @Test
  void server_isParleyByItsNameOrByWhatItStarts() throws Exception {
    String servers =
        """
        {"team":{"command":"java","args":["-jar","/x/parley.war","mcp"]},
         "My-Parley":{"url":"http://127.0.0.1:7539/mcp"},
         "other":{"command":"java","args":["-jar","/x/other.jar"]},
         "odd":7}
        """;
    assertThat(
            ServerEntry.in(
                Optional.of(JsonValue.parse(servers.getBytes(StandardCharsets.UTF_8))),
                "",
                folder,
                Map.of()))
        .extracting(ServerEntry::name)
        .containsExactly("team", "My-Parley");
  }
}
