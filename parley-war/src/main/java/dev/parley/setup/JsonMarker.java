package dev.parley.setup;

import java.util.List;

/**
 * The sign that an element of an array is the setup's. Some clients keep hooks in groups: an object
 * whose member {@code hooks} is an array.
 *
 * @param text a part of the canonical form of our elements
 */
record JsonMarker(String text) {
  private static final String HOOKS = "hooks";

  /** Returns true if the value is ours or has one of ours in it. */
  boolean isIn(JsoncDocument document, JsoncNode value) {
    return document.canonical(value).contains(text);
  }

  /** Returns true if a value with ours in it has nothing else in it. */
  boolean isAloneIn(JsoncDocument document, JsoncNode value) {
    return group(value).entries().stream().allMatch(hook -> isIn(document, hook.value()));
  }

  /** The hooks of a group; {@link JsoncNode#NONE} where the value is no group. */
  JsoncNode group(JsoncNode value) {
    int index = value.indexOf(HOOKS);
    JsoncNode hooks = index < 0 ? JsoncNode.NONE : value.entries().get(index).value();
    return hooks.isArray() ? hooks : JsoncNode.NONE;
  }

  /** The document without the elements of the array at {@code path} that are ours. */
  JsoncDocument removeFrom(JsoncDocument document, List<String> path) {
    JsoncDocument changed = document;
    int size = document.find(path).orElse(JsoncNode.NONE).entries().size();
    for (int i = size - 1; i >= 0; i--) {
      JsoncNode array = changed.find(path).orElseThrow();
      JsoncNode element = array.entries().get(i).value();
      if (isIn(changed, element)) {
        changed =
            isAloneIn(changed, element) ? changed.remove(array, i) : removeOne(changed, element);
      }
    }
    return changed;
  }

  private JsoncDocument removeOne(JsoncDocument document, JsoncNode element) {
    JsoncNode group = group(element);
    for (int i = 0; i < group.entries().size(); i++) {
      if (isIn(document, group.entries().get(i).value())) {
        return document.remove(group, i);
      }
    }
    return document;
  }
}
