package dev.parley.war.rest;

import static dev.parley.war.reference.AsciiDoc.code;
import static dev.parley.war.reference.AsciiDoc.codes;
import static dev.parley.war.reference.AsciiDoc.paragraphs;
import static dev.parley.war.reference.AsciiDoc.row;
import static dev.parley.war.reference.AsciiDoc.table;
import static dev.parley.war.reference.AsciiDoc.words;

import dev.parley.credential.Scope;
import dev.parley.war.grant.Requirement;
import dev.parley.war.grant.Rights;
import dev.parley.war.reference.GeneratedPartial;
import dev.parley.war.reference.SchemaRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pages of the REST operations are those of the document that the server serves. */
class RestPageTest {
  private static final String FORMS = "rest-forms.adoc";

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  private static final Comparator<Map.Entry<String, OpenApi.Operation>> ORDER =
      Comparator.comparing(
              (Map.Entry<String, OpenApi.Operation> entry) -> entry.getKey().split(" ", 2)[1])
          .thenComparing(entry -> METHODS.indexOf(entry.getKey().split(" ", 2)[0]));

  private final OpenApi document = OpenApi.read();

  @Test
  void page_hasTheOperationsOfTheDocument() {
    StringBuilder text = new StringBuilder(refused());
    document.tags().forEach((tag, meaning) -> text.append(group(tag, meaning)));
    GeneratedPartial.check(getClass(), "rest.adoc", text.toString());
  }

  @Test
  void forms_areTheSchemasOfTheDocument() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(document.schemas())
        .forEach((name, schema) -> text.append(form(name, OpenApi.map(schema))));
    GeneratedPartial.check(getClass(), FORMS, text.toString());
  }

  /** Returns the answer that nearly every operation may give, which its table leaves out. */
  private String refused() {
    return "\n== Refusals\n\nEvery operation may answer with a problem, whose form is "
        + reference("Problem")
        + ": "
        + words(document.refused())
        + "\n";
  }

  private String group(String tag, String meaning) {
    List<List<String>> rows = new ArrayList<>();
    StringBuilder sections = new StringBuilder();
    document.operations().entrySet().stream()
        .sorted(ORDER)
        .forEach(
            entry -> {
              String operation = entry.getKey();
              OpenApi.Operation said = entry.getValue();
              if (said.tags().contains(tag)) {
                rows.add(
                    row(
                        "<<" + said.id() + "," + code(operation) + ">>",
                        words(said.text("summary"))));
                sections.append(section(operation, said));
              }
            });
    return "\n== "
        + tag.substring(0, 1).toUpperCase(Locale.ROOT)
        + tag.substring(1)
        + "\n\n"
        + words(meaning)
        + "\n\n"
        + table("1,1", "Operation|Purpose", rows)
        + sections;
  }

  private String section(String operation, OpenApi.Operation said) {
    String description = said.text("description");
    return "\n[#"
        + said.id()
        + "]\n=== "
        + code(operation)
        + "\n\n"
        + words(said.text("summary"))
        + (description.isEmpty() ? "" : "\n\n" + paragraphs(description))
        + "\n\nRight: "
        + right(operation)
        + "\n"
        + titled("Parameters", "2,1,3,4", "Name|In|Type, bounds|Meaning", parameters(said))
        + titled("Body", "2,1,3,4", "Field|Required|Type, bounds|Meaning", body(said))
        + titled("Answers", "1,4,3", "Status|When|Form", answers(said));
  }

  private static String titled(String title, String cols, String titles, List<List<String>> rows) {
    return rows.isEmpty() ? "" : "\n." + title + "\n" + table(cols, titles, rows);
  }

  private static String right(String operation) {
    String[] methodAndPath = operation.split(" ", 2);
    Requirement needed = Rights.operation(methodAndPath[0], methodAndPath[1]).orElseThrow();
    return needed.scopes().isEmpty()
        ? "none, also without a login."
        : "role "
            + code(needed.role().wireName())
            + ", scope "
            + codes(needed.scopes().stream().map(Scope::wireName).toList(), " or ")
            + (Rights.takesToken(needed) ? "; a token does in place of a login." : ".");
  }

  private static List<List<String>> parameters(OpenApi.Operation said) {
    return said.parameters().stream()
        .map(
            parameter -> {
              Map<String, Object> schema = OpenApi.map(parameter.get("schema"));
              SchemaRows.Property shown = property((String) parameter.get("name"), schema);
              String meaning = String.valueOf(parameter.getOrDefault("description", ""));
              return row(
                  code(shown.name()),
                  parameter.get("in")
                      + (Boolean.TRUE.equals(parameter.get("required")) ? ", required" : ""),
                  shown.typeAndBounds(),
                  words(meaning));
            })
        .toList();
  }

  private static SchemaRows.Property property(String name, Map<String, Object> schema) {
    return SchemaRows.of(Map.of("properties", Map.of(name, schema)), RestPageTest::reference)
        .get(0);
  }

  private static List<List<String>> body(OpenApi.Operation said) {
    return said.body().map(RestPageTest::rows).orElse(List.of());
  }

  private static List<List<String>> rows(Map<String, Object> schema) {
    return SchemaRows.of(schema, RestPageTest::reference).stream()
        .map(
            field ->
                row(
                    code(field.name()),
                    field.always() ? "yes" : "",
                    field.typeAndBounds(),
                    field.meaning()))
        .toList();
  }

  private List<List<String>> answers(OpenApi.Operation said) {
    List<List<String>> rows = new ArrayList<>();
    Map<String, Map<String, Object>> others = said.responses();
    others.values().removeIf(answer -> document.refused().equals(answer.get("description")));
    others.forEach(
        (status, answer) ->
            rows.add(
                row(
                    status.equals("default") ? "else" : status,
                    words(String.valueOf(answer.getOrDefault("description", ""))),
                    content(answer))));
    return rows;
  }

  private static String content(Map<String, Object> answer) {
    return Optional.ofNullable(answer.get("content"))
        .map(OpenApi::map)
        .orElse(Map.of())
        .entrySet()
        .stream()
        .map(
            type -> {
              Object schema = OpenApi.map(type.getValue()).get("schema");
              return schema == null
                  ? code(type.getKey())
                  : SchemaRows.type(OpenApi.map(schema), RestPageTest::reference)
                      + fields(OpenApi.map(schema));
            })
        .collect(Collectors.joining(" or "));
  }

  /** Returns the fields of a schema that has no name. */
  private static String fields(Map<String, Object> schema) {
    List<SchemaRows.Property> fields = SchemaRows.of(schema, RestPageTest::reference);
    return fields.isEmpty()
        ? ""
        : ": "
            + fields.stream()
                .map(field -> code(field.name()) + " (" + field.type() + ")")
                .collect(Collectors.joining(", "));
  }

  private static String form(String name, Map<String, Object> schema) {
    String description = String.valueOf(schema.getOrDefault("description", ""));
    List<List<String>> rows = rows(schema);
    String type = rows.isEmpty() ? property(name, schema).typeAndBounds() + "\n" : "";
    return "\n[#"
        + name
        + "]\n== "
        + code(name)
        + "\n\n"
        + (description.isEmpty() ? "" : paragraphs(description) + "\n\n")
        + type
        + table("3,1,4,4", "Field|Always|Type, bounds|Meaning", rows);
  }

  private static String reference(String name) {
    return "xref:" + FORMS + "#" + name + "[" + code(name) + "]";
  }
}
