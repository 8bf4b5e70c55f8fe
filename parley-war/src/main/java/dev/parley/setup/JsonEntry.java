package dev.parley.setup;

import java.util.List;
import java.util.Optional;

/**
 * An entry that a client's JSON file gets.
 *
 * @param path the names down to a member, or to an array
 * @param json the member's value, or one element of the array
 * @param marker text that the element has in its canonical form and no other's has; empty for a
 *     member
 */
record JsonEntry(List<String> path, String json, Optional<String> marker) {
  static JsonEntry member(List<String> path, String json) {
    return new JsonEntry(path, json, Optional.empty());
  }

  static JsonEntry element(List<String> path, String json, String marker) {
    return new JsonEntry(path, json, Optional.of(marker));
  }
}
