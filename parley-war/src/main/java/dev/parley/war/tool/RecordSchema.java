package dev.parley.war.tool;

import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The form of a record on the wire: its fields in order, each with its schema and the source of its
 * value. Schema and row are made of the same list, so they cannot differ but in fields that the
 * schema leaves out on purpose.
 */
final class RecordSchema<T> {
  private record Field<T>(
      String name,
      Optional<Map<String, Object>> schema,
      boolean always,
      Function<T, Optional<?>> value) {}

  /** The answer of a tool of the board that has nothing else to say. */
  static final RecordSchema<ToolCall> DONE = success();

  private final List<Field<T>> fields = new ArrayList<>();

  /** The answer of a tool of the board, which begins with its success. */
  static <T> RecordSchema<T> success() {
    return new RecordSchema<T>().with("success", JsonTypes.flag(), record -> true);
  }

  /** A field that always has a value. */
  RecordSchema<T> with(String name, Map<String, Object> schema, Function<T, Object> value) {
    return add(name, Optional.of(schema), true, record -> Optional.of(value.apply(record)));
  }

  /**
   * A field that always has a value, and that the schema leaves out, as the list of all tools has a
   * budget of bytes. Clients accept it: no schema of an answer forbids further fields.
   */
  RecordSchema<T> unlisted(String name, Function<T, Object> value) {
    return add(name, Optional.empty(), true, record -> Optional.of(value.apply(record)));
  }

  /** A field that is left out where it has no value, and that the schema leaves out as well. */
  RecordSchema<T> unlistedIfPresent(String name, Function<T, Optional<?>> value) {
    return add(name, Optional.empty(), false, value);
  }

  /** A field that is null where it has no value. */
  RecordSchema<T> orNull(String name, Map<String, Object> schema, Function<T, Optional<?>> value) {
    return add(name, Optional.of(JsonTypes.orNull(schema)), true, value);
  }

  /** A field that is left out where it has no value. */
  RecordSchema<T> ifPresent(
      String name, Map<String, Object> schema, Function<T, Optional<?>> value) {
    return add(name, Optional.of(schema), false, value);
  }

  private RecordSchema<T> add(
      String name,
      Optional<Map<String, Object>> schema,
      boolean always,
      Function<T, Optional<?>> value) {
    fields.add(new Field<>(name, schema, always, value));
    return this;
  }

  /**
   * The schema of a row in a list. It has no second list of the fields that are always there: the
   * list of all tools has a budget of bytes.
   */
  Map<String, Object> schema() {
    ObjectSchema schema = ObjectSchema.object();
    for (Field<T> field : fields) {
      field.schema().ifPresent(form -> schema.optionally(field.name(), form));
    }
    return schema.open();
  }

  /** The schema of an answer that is this record, which says what is always there. */
  ObjectSchema answer() {
    ObjectSchema schema = ObjectSchema.object();
    for (Field<T> field : fields) {
      field
          .schema()
          .ifPresent(
              form -> {
                if (field.always()) {
                  schema.with(field.name(), form);
                } else {
                  schema.optionally(field.name(), form);
                }
              });
    }
    return schema;
  }

  Map<String, @Nullable Object> of(T record) {
    return fields(record).map();
  }

  /** The answer that is {@code record}. */
  ResultFields fields(T record) {
    ResultFields row = ResultFields.none();
    for (Field<T> field : fields) {
      Optional<?> value = field.value().apply(record);
      if (field.always()) {
        row.orNull(field.name(), value);
      } else {
        row.ifPresent(field.name(), value);
      }
    }
    return row;
  }

  List<Map<String, @Nullable Object>> ofAll(List<T> records) {
    return records.stream().map(this::of).toList();
  }
}
