package dev.parley.war.tool;

import static dev.parley.war.reference.AsciiDoc.code;
import static dev.parley.war.reference.AsciiDoc.codes;
import static dev.parley.war.reference.AsciiDoc.row;
import static dev.parley.war.reference.AsciiDoc.table;
import static dev.parley.war.reference.AsciiDoc.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Scope;
import dev.parley.war.grant.Rights;
import dev.parley.war.reference.GeneratedPartial;
import dev.parley.war.reference.SchemaRows;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of the tools are those of the code, and every example was run. */
class ToolsPageTest {
  @TempDir private static Path home;
  private static ToolExamples examples;

  @BeforeAll
  static void run() throws Exception {
    examples = new ToolExamples(home);
  }

  @AfterAll
  static void close() {
    examples.close();
  }

  /** The sets, and under no name what is in none of them. */
  static List<ToolSet> sets() {
    List<ToolSet> all = new ArrayList<>(AllTools.sets());
    Set<String> inSets = new LinkedHashSet<>();
    all.forEach(set -> inSets.addAll(set.names()));
    all.add(
        new ToolSet(
            "",
            AllTools.set().tools().stream()
                .filter(tool -> !inSets.contains(tool.name()))
                .toList()));
    return all;
  }

  @Test
  void overview_hasEveryTool() {
    List<List<String>> rows = new ArrayList<>();
    for (ToolSet set : sets()) {
      for (ToolDefinition tool : set.tools()) {
        rows.add(
            row(
                "xref:" + page(set) + "#" + tool.name() + "[" + code(tool.name()) + "]",
                set.name().isEmpty() ? "none" : code(set.name()),
                words(Objects.requireNonNull(tool.description().title())),
                right(tool)));
      }
    }
    assertThat(rows).hasSize(AllTools.set().tools().size() + 1); // two sets have a send_message
    GeneratedPartial.check(
        getClass(), "tools.adoc", "\n" + table("4,1,4,4", "Tool|Set|Purpose|Right", rows));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void page_ofEachSet_isThatOfTheCode(ToolSet set) {
    StringBuilder text = new StringBuilder();
    set.tools().forEach(tool -> text.append(section(set, tool)));
    GeneratedPartial.check(getClass(), page(set), text.toString());
  }

  private static String page(ToolSet set) {
    return "tools-" + (set.name().isEmpty() ? "alone" : set.name()) + ".adoc";
  }

  private static String section(ToolSet set, ToolDefinition tool) {
    String name = tool.name();
    String example = examples.shown().get(set.name() + "/" + name);
    return "\n[#"
        + name
        + "]\n== "
        + code(name)
        + "\n\n"
        + words(tool.description().description())
        + "\n\nRight: "
        + right(tool)
        + ". "
        + hints(tool.description().annotations())
        + "\n"
        + input(tool.description().inputSchema())
        + result(tool.description().outputSchema())
        + "\n.Example\n----\n"
        + Objects.requireNonNull(example, name)
        + "\n----\n";
  }

  private static String right(ToolDefinition tool) {
    return codes(Rights.tool(tool.name()).scopes().stream().map(Scope::wireName).toList(), " or ");
  }

  /** Returns words for the hints; one that is absent has the default of the specification. */
  private static String hints(ToolAnnotations hints) {
    if (Boolean.TRUE.equals(hints.readOnlyHint())) {
      return "It only reads.";
    }
    String again =
        Boolean.TRUE.equals(hints.idempotentHint())
            ? "The same call again changes nothing more."
            : "Each call has an effect of its own.";
    return again + (Boolean.FALSE.equals(hints.destructiveHint()) ? "" : " It replaces data.");
  }

  private static String input(Map<String, Object> schema) {
    List<List<String>> rows =
        SchemaRows.of(schema).stream()
            .map(
                argument ->
                    row(
                        code(argument.name()),
                        argument.always() ? "yes" : "",
                        argument.typeAndBounds(),
                        argument.meaning()))
            .toList();
    return "\n.Input\n" + table("3,1,4,4", "Argument|Required|Type, bounds|Meaning", rows);
  }

  private static String result(Map<String, Object> schema) {
    Set<Object> always = new LinkedHashSet<>();
    if (schema.get("anyOf") instanceof List<?> forms
        && forms.get(0) instanceof Map<?, ?> accepted
        && accepted.get("required") instanceof List<?> required) {
      always.addAll(required);
    }
    List<List<String>> rows =
        SchemaRows.of(schema).stream()
            .map(
                field ->
                    row(
                        code(field.name()),
                        always.contains(field.name()) ? "yes" : "",
                        field.typeAndBounds(),
                        field.meaning()))
            .toList();
    return "\n.Result\n" + table("4,1,3,4", "Field|Always|Type|Meaning", rows);
  }
}
