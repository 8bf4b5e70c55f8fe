package dev.parley.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsoncDocumentTest {
  private static final int DOCUMENTS = 3_000;
  private static final String SERVER =
      "{\"command\":\"/j\",\"args\":[\"-jar\",\"/p.war\"],\"e\":{\"k\":1}}";
  private static final List<String> PATH = List.of("mcpServers", "parley");

  private static JsoncDocument lenient(String text) {
    return JsoncDocument.of(text, JsoncSyntax.LENIENT);
  }

  /** All objects, or all arrays, with the names that lead to them. */
  private static List<List<String>> paths(JsoncNode node, List<String> path, boolean arrays) {
    List<List<String>> paths = new ArrayList<>();
    if (arrays ? node.isArray() : node.isObject()) {
      paths.add(path);
    }
    for (JsoncNode.Entry entry : node.entries()) {
      if (node.isObject()) {
        List<String> below = new ArrayList<>(path);
        below.add(entry.name());
        paths.addAll(paths(entry.value(), below, arrays));
      }
    }
    return paths;
  }

  @ParameterizedTest
  @EnumSource(JsoncSyntax.class)
  void memberInserted_andRemoved_leavesTheSameText(JsoncSyntax syntax) {
    int edits = 0;
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      String text = new RandomJson(seed, syntax).document();
      JsoncDocument document = JsoncDocument.of(text, syntax);
      for (List<String> path : paths(document.root(), List.of(), false)) {
        List<String> member = new ArrayList<>(path);
        member.add("parley");
        JsoncDocument changed = document.set(member, SERVER);
        assertThat(changed.canonical(changed.find(member).orElseThrow()))
            .isEqualTo(canonical(SERVER));
        JsoncNode box = changed.find(path).orElseThrow();
        JsoncDocument back = changed.remove(box, box.indexOf("parley"));
        assertSame(document, back, document.find(path).orElseThrow(), "seed " + seed + " " + path);
        edits++;
      }
    }
    assertThat(edits).isGreaterThan(DOCUMENTS);
  }

  @ParameterizedTest
  @EnumSource(JsoncSyntax.class)
  void elementAppended_andRemoved_leavesTheSameText(JsoncSyntax syntax) {
    int edits = 0;
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      String text = new RandomJson(seed, syntax).document();
      JsoncDocument document = JsoncDocument.of(text, syntax);
      for (List<String> path : paths(document.root(), List.of(), true)) {
        JsoncDocument changed = document.append(path, SERVER);
        JsoncNode box = changed.find(path).orElseThrow();
        JsoncDocument back = changed.remove(box, box.entries().size() - 1);
        assertSame(document, back, document.find(path).orElseThrow(), "seed " + seed + " " + path);
        edits++;
      }
    }
    assertThat(edits).isGreaterThan(DOCUMENTS / 10);
  }

  /** Inside an object that was empty on one line, the line break stays; nothing else may differ. */
  private static void assertSame(JsoncDocument was, JsoncDocument is, JsoncNode box, String where) {
    if (box.entries().isEmpty() && !was.raw(box).contains("\n") && !was.raw(box).contains("\r")) {
      assertThat(is.text().replaceAll("\\s", ""))
          .as(where)
          .isEqualTo(was.text().replaceAll("\\s", ""));
      assertThat(is.text()).startsWith(was.text().substring(0, box.from() + 1));
      assertThat(is.text()).endsWith(was.text().substring(box.to() - 1));
    } else {
      assertThat(is.text()).as(where).isEqualTo(was.text());
    }
  }

  /** A removal leaves the rest as it was, and the document stays one. */
  @ParameterizedTest
  @EnumSource(JsoncSyntax.class)
  void anyEntryRemoved_leavesTheOthers(JsoncSyntax syntax) {
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      JsoncDocument document = JsoncDocument.of(new RandomJson(seed, syntax).document(), syntax);
      for (List<String> path : paths(document.root(), List.of(), false)) {
        JsoncNode box = document.find(path).orElseThrow();
        for (int i = 0; i < box.entries().size(); i++) {
          JsoncDocument changed = document.remove(box, i);
          JsoncNode rest = changed.find(path).orElseThrow();
          assertThat(rest.entries()).hasSize(box.entries().size() - 1);
          for (JsoncNode.Entry entry : rest.entries()) {
            JsoncNode old = box.entries().get(box.indexOf(entry.name())).value();
            assertThat(changed.raw(entry.value())).as("seed " + seed).isEqualTo(document.raw(old));
          }
          assertThat(comments(changed)).as("seed " + seed).containsAll(around(document, box, i));
        }
      }
    }
  }

  private static List<String> comments(JsoncDocument document) {
    return document.text().lines().filter(line -> line.contains("// a }")).toList();
  }

  /** The comment lines that are not inside the entry. */
  private static List<String> around(JsoncDocument document, JsoncNode box, int index) {
    JsoncNode.Entry entry = box.entries().get(index);
    String text = document.text();
    return comments(
        lenient(text.substring(0, entry.from()) + "\"q\":0" + text.substring(entry.value().to())));
  }

  private static String canonical(String json) {
    JsoncDocument document = JsoncDocument.of(json, JsoncSyntax.STRICT);
    return document.canonical(document.root());
  }

  @Test
  void set_intoASpreadObject_takesItsIndentation() {
    String text = "{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {}\r\n\t}\r\n}\r\n";
    String expected =
        """
        {
        \t"mcpServers": {
        \t\t"x": {},
        \t\t"parley": {
        \t\t\t"command": "j",
        \t\t\t"args": ["a", "b"]
        \t\t}
        \t}
        }
        """;
    assertThat(lenient(text).set(PATH, "{\"command\":\"j\",\"args\":[\"a\",\"b\"]}").text())
        .isEqualTo(expected.replace("\n", "\r\n"));
  }

  @Test
  void set_intoAMinifiedObject_staysOnItsLine() {
    assertThat(lenient("{\"mcpServers\":{\"x\":{}}}").set(PATH, "{\"command\":\"j\"}").text())
        .isEqualTo("{\"mcpServers\":{\"x\":{},\"parley\":{\"command\":\"j\"}}}");
  }

  @Test
  void set_afterATrailingCommaAndAComment_keepsBoth() {
    String text = "{\n  \"a\": 1, // one\n}\n";
    assertThat(lenient(text).set(List.of("p"), "2").text())
        .isEqualTo("{\n  \"a\": 1, // one\n  \"p\": 2,\n}\n");
    assertThat(lenient("{\n  \"a\": 1 // one\n}\n").set(List.of("p"), "2").text())
        .isEqualTo("{\n  \"a\": 1, // one\n  \"p\": 2\n}\n");
  }

  @Test
  void remove_betweenACommentAndAnotherMember_swallowsNothing() {
    JsoncDocument document = lenient("{\n  // of b\n  \"p\": 1, \"b\": 2\n}");
    assertThat(document.remove(document.root(), 0).text()).isEqualTo("{\n  // of b\n  \"b\": 2\n}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{}}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "[1 2]",
        "{,}",
        "[,]",
        "{\"a\":01}",
        "{\"a\":tru}",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "\"a",
        "/* a",
        "{} /",
        "nul"
      })
  void of_whatIsNoJson_isRefused(String text) {
    assertThatThrownBy(() -> lenient(text))
        .isInstanceOf(SetupException.class)
        .hasMessageStartingWith("line ");
  }

  @Test
  void of_whatTheClientDoesNotAccept_isRefusedWithItsLine() {
    assertThatThrownBy(() -> JsoncDocument.of("{\n  // x\n}", JsoncSyntax.STRICT))
        .hasMessage("line 2: a comment, which the client does not accept here");
    assertThatThrownBy(() -> JsoncDocument.of("{\r\n\"a\":\r\n[1,\r\n]}", JsoncSyntax.COMMENTS))
        .hasMessage("line 3: a comma before ], which the client does not accept here");
  }

  @Test
  void set_throughSomethingElseThanAnObject_isRefused() {
    assertThatThrownBy(() -> lenient("{\n\"mcpServers\": []}").set(PATH, "1"))
        .hasMessage("line 2: mcpServers is not an object");
    assertThatThrownBy(() -> lenient("[]").set(PATH, "1"))
        .hasMessage("line 1: the document is not an object");
    assertThatThrownBy(() -> lenient("{\"h\":{}}").append(List.of("h"), "1"))
        .hasMessage("line 1: h is not an array");
  }

  @Test
  void find_aNameThatIsTwice_isRefusedAndOthersAreNot() {
    String text = "{\"x\":1,\"x\":2,\n\"mcpServers\":{}}";
    assertThat(lenient(text).find(List.of("mcpServers"))).isPresent();
    assertThatThrownBy(() -> lenient(text.replace("\"x\":2", "\"mcpServers\":{}")).set(PATH, "1"))
        .hasMessage("line 2: the name \"mcpServers\" is there twice");
  }

  @Test
  void nesting_atTheBoundIsRead_andPastItRefused() {
    String most = "[".repeat(JsoncParser.MAX_DEPTH + 1) + "]".repeat(JsoncParser.MAX_DEPTH + 1);
    assertThat(Optional.of(lenient(most))).isPresent();
    assertThatThrownBy(() -> lenient("[" + most + "]")).hasMessageContaining("nested too deeply");
  }
}
