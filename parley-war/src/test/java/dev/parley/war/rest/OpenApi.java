package dev.parley.war.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The document that says what the REST takes and answers. */
final class OpenApi {
  private static final String COMPONENT = "#/components/";

  private final String text;
  private final Map<String, Object> root;

  private OpenApi(String text) {
    this.text = text;
    this.root = map(new Load(LoadSettings.builder().build()).loadFromString(text));
  }

  static OpenApi read() {
    try (InputStream in = OpenApi.class.getResourceAsStream("openapi.yaml")) {
      return new OpenApi(new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return text;
  }

  /** Everything that can be asked, by method and path: {@code "GET /api/rooms"}. */
  Map<String, Operation> operations() {
    Map<String, Operation> all = new TreeMap<>();
    map(root.get("paths"))
        .forEach(
            (path, methods) ->
                map(methods)
                    .forEach(
                        (method, said) ->
                            all.put(
                                method.toUpperCase(Locale.ROOT) + " " + path,
                                new Operation(map(said)))));
    return all;
  }

  /** The groups of operations with what each is about, in their order. */
  Map<String, String> tags() {
    Map<String, String> all = new LinkedHashMap<>();
    ((List<?>) root.get("tags"))
        .forEach(
            tag -> all.put((String) map(tag).get("name"), (String) map(tag).get("description")));
    return all;
  }

  /** The description of the answer that refuses. */
  String refused() {
    return (String) resolved(Map.of("$ref", COMPONENT + "responses/Refused")).get("description");
  }

  /** The schemas by name. */
  Map<String, Object> schemas() {
    return map(map(root.get("components")).get("schemas"));
  }

  /** The names of the components of that kind. */
  Stream<String> references() {
    return map(root.get("components")).entrySet().stream()
        .filter(kind -> !kind.getKey().equals("securitySchemes"))
        .flatMap(
            kind ->
                map(kind.getValue()).keySet().stream()
                    .map(name -> COMPONENT + kind.getKey() + "/" + name));
  }

  /** What stands where {@code reference} points, or {@code said} itself where it is none. */
  private Map<String, Object> resolved(Map<String, Object> said) {
    if (!(said.get("$ref") instanceof String reference)) {
      return said;
    }
    Map<String, Object> at = root;
    for (String step : reference.substring(2).split("/", -1)) {
      at = map(Objects.requireNonNull(at.get(step), reference));
    }
    return at;
  }

  /** One thing that can be asked. */
  final class Operation {
    private final Map<String, Object> said;

    private Operation(Map<String, Object> said) {
      this.said = said;
    }

    /** Its name. */
    String id() {
      return text("operationId");
    }

    /** A text it has under that name; empty without one. */
    String text(String field) {
      return String.valueOf(said.getOrDefault(field, ""));
    }

    /** The groups it is in. */
    List<?> tags() {
      return (List<?>) said.get("tags");
    }

    /** Its parameters, in their order. */
    List<Map<String, Object>> parameters() {
      return ((List<?>) said.getOrDefault("parameters", List.of()))
          .stream().map(parameter -> resolved(map(parameter))).toList();
    }

    /** The schema of its body, where it takes one of JSON. */
    Optional<Map<String, Object>> body() {
      return Optional.ofNullable(said.get("requestBody"))
          .map(body -> map(resolved(map(body)).get("content")))
          .map(content -> map(map(content.get("application/json")).get("schema")));
    }

    /** Its answers, by status or {@code default}. */
    Map<String, Map<String, Object>> responses() {
      Map<String, Map<String, Object>> all = new LinkedHashMap<>();
      map(said.get("responses"))
          .forEach((status, answer) -> all.put(status, resolved(map(answer))));
      return all;
    }

    /** The names of its parameters, of a query or a path. */
    List<String> parameters(String in) {
      return parameters().stream()
          .filter(parameter -> in.equals(parameter.get("in")))
          .map(parameter -> (String) parameter.get("name"))
          .sorted()
          .toList();
    }

    /** The names of the fields of its body, where it takes one. */
    Optional<List<String>> fields() {
      return body().map(schema -> List.copyOf(map(schema.get("properties")).keySet()));
    }

    /** True if its body may have fields that are not named. */
    boolean takesAnyField() {
      return body()
          .filter(schema -> Boolean.TRUE.equals(schema.get("additionalProperties")))
          .isPresent();
    }

    /** The status of its answer. */
    int status() {
      return map(said.get("responses")).keySet().stream()
          .filter(status -> !status.equals("default"))
          .map(Integer::valueOf)
          .findFirst()
          .orElseThrow();
    }

    /** The schema of its answer with all it refers to, where it has a body of JSON. */
    Optional<Map<String, Object>> answer() {
      Map<String, Object> response = map(map(said.get("responses")).get("" + status()));
      return Optional.ofNullable(response.get("content"))
          .map(OpenApi::map)
          .map(content -> content.get("application/json"))
          .map(json -> standingAlone(map(map(json).get("schema"))));
    }
  }

  /** The schema of any of those that are named. */
  Map<String, Object> schema(String name) {
    return standingAlone(Map.of("$ref", COMPONENT + "schemas/" + name));
  }

  private Map<String, Object> standingAlone(Map<String, Object> schema) {
    Map<String, Object> alone = new LinkedHashMap<>(map(moved(schema)));
    alone.put("$defs", moved(schemas()));
    return alone;
  }

  private static Object moved(Object said) {
    if (said instanceof Map<?, ?> fields) {
      Map<String, Object> moved = new LinkedHashMap<>();
      fields.forEach(
          (name, value) -> moved.put((String) name, value == null ? null : moved(value)));
      return moved;
    }
    if (said instanceof List<?> items) {
      return items.stream().map(item -> item == null ? "null" : moved(item)).toList();
    }
    return said instanceof String words ? words.replace(COMPONENT + "schemas/", "#/$defs/") : said;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object said) {
    return (Map<String, Object>) said;
  }
}
