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
 * How a record looks on the wire: its fields in order, each with what a client is told of it and
 * where its value comes from. Schema and row are made of the same list, so they cannot differ.
 */
final class RecordSchema<T> {
  private record Field<T>(
      String name, Map<String, Object> schema, boolean always, Function<T, Optional<?>> value) {}

  private final List<Field<T>> fields = new ArrayList<>();

  /** The answer of a tool of the board, which begins with its success. */
  static <T> RecordSchema<T> success() {
    return new RecordSchema<T>().with("success", JsonTypes.flag(), record -> true);
  }

  /** A field that always has a value. */
  RecordSchema<T> with(String name, Map<String, Object> schema, Function<T, Object> value) {
    fields.add(new Field<>(name, schema, true, record -> Optional.of(value.apply(record))));
    return this;
  }

  /** A field that is null where it has no value. */
  RecordSchema<T> orNull(String name, Map<String, Object> schema, Function<T, Optional<?>> value) {
    fields.add(new Field<>(name, JsonTypes.nullable(schema), true, value));
    return this;
  }

  /** A field that is left out where it has no value. */
  RecordSchema<T> ifPresent(
      String name, Map<String, Object> schema, Function<T, Optional<?>> value) {
    fields.add(new Field<>(name, schema, false, value));
    return this;
  }

  /** The fields and their types; which of them are always there is said by their values. */
  Map<String, Object> schema() {
    ObjectSchema schema = ObjectSchema.object();
    for (Field<T> field : fields) {
      schema.optionally(field.name(), field.schema());
    }
    return schema.open();
  }

  /** The schema of an answer that is this record, which says what is always there. */
  ObjectSchema answer() {
    ObjectSchema schema = ObjectSchema.object();
    for (Field<T> field : fields) {
      if (field.always()) {
        schema.with(field.name(), field.schema());
      } else {
        schema.optionally(field.name(), field.schema());
      }
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
