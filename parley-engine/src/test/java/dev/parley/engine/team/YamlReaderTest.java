package dev.parley.engine.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

  @ParameterizedTest
  @CsvSource({
    "word,TEXT",
    "yes,TEXT",
    "'\"7\"',TEXT",
    "'!!str 7',TEXT",
    "'! 7',TEXT",
    "2026-01-01,TEXT",
    "7,NUMBER",
    "0x1F,NUMBER",
    "1e3,NUMBER",
    ".inf,NUMBER",
    "true,TRUE",
    "TRUE,TRUE",
    "False,FALSE",
    "~,NOTHING",
  })
  void scalar_meansWhatYaml12Says(String yaml, YamlNode.Meaning meaning) {
    YamlNode.Items items = (YamlNode.Items) YamlReader.read("- " + yaml).orElseThrow();
    assertThat(((YamlNode.Scalar) items.nodes().get(0)).meaning()).isEqualTo(meaning);
  }

  @Test
  void node_knowsItsLine() {
    YamlNode.Fields root =
        (YamlNode.Fields) YamlReader.read("# a\na: 1\nb:\n  - x\n  - y\n").orElseThrow();
    assertThat(root.byKey().get("b").line()).isEqualTo(3);
    YamlNode.Items items = (YamlNode.Items) root.byKey().get("b").value();
    assertThat(items.nodes().get(1).line()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 1;b: 2;a: 3        | 3 | the key \"a\" is there twice",
        "a: {b: 1, 'b': 2}     | 1 | the key \"b\" is there twice",
        "a: 1;--- ;b: 2        | 2 | a second document begins; a file has one",
        "a: *x                 | 1 | the alias *x names nothing that ended before it",
        "a: 1;b: &x [*x]       | 2 | the alias *x names nothing that ended before it",
        "a: &x 1;b: &x [*x]    | 2 | the alias *x names nothing that ended before it",
        "a: 1;b: !!java.net.URL [x] | 2 | the tag tag:yaml.org,2002:java.net.URL is not understood",
        "a: !mine x            | 1 | the tag !mine is not understood",
        "a: 1;? [b];: 2        | 2 | a key must be a text",
        "a: &x {b: 1};c:;  <<: *x | 3 | the merge key << is no part of YAML 1.2; use extends",
        "a: 1;b: [             | 3 | while parsing a flow node",
        "a: 'x                 | 2 | while scanning a quoted scalar: found unexpected end of stream",
        "a: b: c               | 1 | mapping values are not allowed here",
        "a: @x                 | 1 | found character '@",
      })
  void flaw_isFoundWithItsLine(String yaml, int line, String sentence) {
    TeamFileException flaw = flaw(yaml.replace(';', '\n') + "\n");
    assertThat(flaw).hasMessageContaining(sentence);
    assertThat(flaw.line()).isEqualTo(line);
  }

  /** SnakeYAML Engine 3.1 fails on them with an exception of Java's own. */
  @Test
  void escapeSequence_thatIsNoNumber_isRefusedWithItsLine() {
    assertThat(flaw("e: \"\\x").line()).isEqualTo(1);
    assertThat(flaw("a: b\ne: \"x\n  \\u").line()).isEqualTo(3);
    assertThat(flaw("a: b\ne: \"\\UFFFFFFFF\"\nc: d").line()).isEqualTo(2);
  }

  @Test
  void character_thatIsNoText_isRefusedWithItsLine() {
    assertThat(flaw("a: 1\nb: \u0000").line()).isEqualTo(2);
    assertThat(flaw("a: 1\n\u0007b: 2").line()).isEqualTo(2);
  }

  @Test
  void nesting_atTheBound_passesAndOnePastItNot() {
    int most = YamlReader.MAX_DEPTH;
    assertThat(YamlReader.read("[".repeat(most) + "]".repeat(most))).isPresent();
    assertThat(flaw("[".repeat(most + 1) + "]".repeat(most + 1)))
        .hasMessage("it is nested deeper than 16 levels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void nesting_withoutEnd_isRefusedAtOnce(String opening) {
    String bomb = opening.repeat(1024 * 1024 / opening.length());
    assertThat(flaw(bomb)).hasMessageContaining("nested deeper");
  }

  @Test
  void aliases_atTheBound_passAndOnePastItNot() {
    String most = "a: &x [1]\nb: [" + "*x, ".repeat(YamlReader.MAX_ALIASES);
    assertThat(YamlReader.read(most + "]")).isPresent();
    assertThat(flaw(most + "*x]")).hasMessage("it has more than 256 aliases");
  }

  @Test
  void aliases_thatMultiply_costNothing() {
    StringBuilder laughs = new StringBuilder("agents:\n  a: &a [lol]\n");
    for (char c = 'b'; c < 'n'; c++) {
      String of = "*" + (char) (c - 1) + " ";
      laughs.append("  " + c + ": &" + c + " [" + (of + ", ").repeat(15) + of + "]\n");
    }
    YamlNode root = YamlReader.read(laughs.toString()).orElseThrow();
    assertThat(NodeText.of(root)).hasSizeLessThan(200);
  }

  private static TeamFileException flaw(String yaml) {
    TeamFileException flaw =
        catchThrowableOfType(TeamFileException.class, () -> YamlReader.read(yaml));
    assertThat(flaw).as("a flaw in %s", TeamFileException.shown(yaml)).isNotNull();
    return flaw;
  }
}
