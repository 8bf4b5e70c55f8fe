package dev.parley.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // each byte counts
class TomlEditTest {
  private static final TomlEdit EDIT =
      new TomlEdit(List.of("mcp_servers", "parley"), keys("\"/java\"", "[\"-jar\", \"/p.war\"]"));
  private static final String TABLE =
      "[mcp_servers.parley]\ncommand = \"/java\"\nargs = [\"-jar\", \"/p.war\"]\n";

  private static Map<String, String> keys(String command, String args) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("command", command);
    keys.put("args", args);
    return keys;
  }

  private static final List<String> PIECES =
      List.of(
          "model = \"gpt\" # fast\n",
          "# a comment with [mcp_servers.parley]\n",
          "\n",
          "text = \"\"\"\n[mcp_servers.parley]\ncommand = 1\n\"\"\"\"\n",
          "raw = '''\n# ' \\ [x]\n'''\n",
          "list = [\n  1, # one ]\n  \"]\",\n  [2, { a = 'b', \"c.d\" = 1 }],\n]\n",
          "when = 1979-05-27 07:32:00Z\n",
          "a.\"b.c\" . d = true\n",
          "  indented = 'x'   \n");
  private static final List<String> TABLES =
      List.of(
          "[mcp_servers]\n",
          "[mcp_servers.other]\n",
          "[ mcp_servers . \"o ther\" ] # x\n",
          "[[profiles]]\n",
          "[projects.\"/a/b\"]\n");

  private static String random(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      List<String> from = random.nextInt(4) == 0 ? TABLES : PIECES;
      text.append(from.get(random.nextInt(from.size())));
    }
    String all = random.nextInt(3) == 0 ? text.toString().stripTrailing() : text.toString();
    return random.nextInt(3) == 0 ? all.replace("\n", "\r\n") : all;
  }

  @Test
  void tableAdded_andRemoved_leavesTheSameText() {
    for (int seed = 0; seed < 3_000; seed++) {
      String text = random(seed);
      OriginalContent original = OriginalContent.of(Optional.of(text));
      String changed = EDIT.apply(Optional.of(text));
      assertThat(EDIT.apply(Optional.of(changed))).isEqualTo(changed);
      assertThat(EDIT.without(changed, original)).as("seed " + seed).contains(text);
    }
  }

  @Test
  void tableAdded_andOthersAfterIt_onlyOursGoes() {
    for (int seed = 0; seed < 5_000; seed++) {
      String text = random(seed);
      String newline = text.contains("\r\n") ? "\r\n" : "\n";
      String end = text.isEmpty() || text.endsWith("\n") ? "" : newline;
      String more = newline + "[tui] # mine" + newline + "x = 1" + newline;
      String changed = EDIT.apply(Optional.of(text)) + more;
      assertThat(EDIT.without(changed, OriginalContent.of(Optional.of(text))))
          .as("seed " + seed)
          .contains(text + end + more);
    }
  }

  @Test
  void apply_toNoFile_isTheTableAlone() {
    assertThat(EDIT.apply(Optional.empty())).isEqualTo(TABLE);
    assertThat(EDIT.without(TABLE, OriginalContent.of(Optional.empty()))).isEmpty();
    assertThat(EDIT.apply(Optional.of("a = 1"))).isEqualTo("a = 1\n\n" + TABLE);
  }

  @Test
  void apply_toAnOlderTable_setsItsKeysAndKeepsTheRest() {
    String older =
        "[mcp_servers.\"parley\"]\nstartup_timeout_sec = 20\ncommand = '/old' # mine\n\n"
            + "[mcp_servers.parley.env]\nA = \"b\"\n\n[tui]\n";
    String changed = EDIT.apply(Optional.of(older));
    assertThat(changed)
        .isEqualTo(
            "[mcp_servers.\"parley\"]\nstartup_timeout_sec = 20\ncommand = \"/java\" # mine\n"
                + "args = [\"-jar\", \"/p.war\"]\n\n[mcp_servers.parley.env]\nA = \"b\"\n\n[tui]\n");
    assertThat(EDIT.without(changed, OriginalContent.UNKNOWN)).contains("\n\n[tui]\n");
    assertThat(
            EDIT.without(changed + "x = 1\n", OriginalContent.of(Optional.of(older))).orElseThrow())
        .contains("command = '/old' # mine\n")
        .contains("A = \"b\"\n")
        .endsWith("[tui]\nx = 1\n")
        .doesNotContain("/java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_servers = { parley = { command = 'x' } }\n",
        "mcp_servers.parley = { command = 'x' }\n",
        "mcp_servers.parley.command = 'x'\n",
        "[mcp_servers]\nparley = { command = 'x' }\n",
        "[mcp_servers]\n\"parley\".command = 'x'\n",
        "[[mcp_servers.parley]]\ncommand = 'x'\n",
        "[[mcp_servers]]\n",
      })
  void apply_toTheTableInAnotherForm_isRefused(String text) {
    assertThatThrownBy(() -> EDIT.apply(Optional.of(text)))
        .hasMessageEndingWith(
            "this sets mcp_servers.parley in a form that setup does not edit; write it as a table");
  }

  @Test
  void apply_toATableOfAnHttpServer_isRefused() {
    assertThatThrownBy(
            () -> EDIT.apply(Optional.of("[mcp_servers.parley]\nurl = \"http://x/mcp\"\n")))
        .hasMessage("line 2: mcp_servers.parley has a url; remove that table first");
    assertThatThrownBy(() -> EDIT.apply(Optional.of(TABLE + TABLE)))
        .hasMessage("line 4: mcp_servers.parley is there twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a =",
        "a = \"x",
        "a = '''x",
        "a = [1",
        "a = [1}",
        "[a",
        "[a]]",
        "[]",
        "= 1",
        "a = \"x\" y",
        "[a] b",
        "a = {",
        "a.\"\\q\" = 1"
      })
  void apply_toWhatIsNoToml_isRefused(String text) {
    assertThatThrownBy(() -> EDIT.apply(Optional.of(text)))
        .isInstanceOf(SetupException.class)
        .hasMessageStartingWith("line 1: ");
  }
}
