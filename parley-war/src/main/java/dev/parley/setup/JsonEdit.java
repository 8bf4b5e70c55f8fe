package dev.parley.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Members and elements in a JSON file of a client.
 *
 * @param syntax what the client accepts in this file
 */
record JsonEdit(JsoncSyntax syntax, List<JsonEntry> entries) implements ConfigEdit {
  private static final String EMPTY = "{}\n";
  private static final String COMMAND = "command";

  @Override
  public String apply(Optional<String> current) {
    String text = current.filter(there -> !there.isBlank()).orElse(EMPTY);
    JsoncDocument document = JsoncDocument.of(text, syntax);
    for (JsonEntry entry : entries) {
      document = entry.marker().isPresent() ? element(document, entry) : member(document, entry);
    }
    return document.text();
  }

  /** Sets the members of ours. Others that the user added to a server's entry stay. */
  private static JsoncDocument member(JsoncDocument document, JsonEntry entry) {
    Optional<JsoncNode> there = document.find(entry.path());
    if (isSame(document, there, entry.json())) {
      return document;
    }
    JsoncDocument ours = JsoncDocument.of(entry.json(), JsoncSyntax.STRICT);
    JsoncNode wanted = ours.root();
    if (there.isEmpty() || there.get().indexOf(COMMAND) < 0 || wanted.indexOf(COMMAND) < 0) {
      return document.set(entry.path(), entry.json());
    }
    JsoncDocument changed = document;
    for (JsoncNode.Entry part : wanted.entries()) {
      List<String> path = new ArrayList<>(entry.path());
      path.add(part.name());
      String value = ours.raw(part.value());
      changed = isSame(changed, changed.find(path), value) ? changed : changed.set(path, value);
    }
    return changed;
  }

  private static JsoncDocument element(JsoncDocument document, JsonEntry entry) {
    JsonMarker marker = new JsonMarker(entry.marker().orElseThrow());
    JsoncNode array = document.find(entry.path()).orElse(JsoncNode.NONE);
    for (JsoncNode.Entry there : array.entries()) {
      if (isSame(document, Optional.of(there.value()), entry.json())) {
        return document;
      } else if (marker.isIn(document, there.value())) {
        // A group that the user added hooks to is not replaced.
        boolean alone = marker.isAloneIn(document, there.value());
        return alone ? document.restyle(array, there, entry.json()) : document;
      }
    }
    return document.append(entry.path(), entry.json());
  }

  private static boolean isSame(JsoncDocument document, Optional<JsoncNode> there, String json) {
    JsoncDocument wanted = JsoncDocument.of(json, JsoncSyntax.STRICT);
    String canonical = wanted.canonical(wanted.root());
    return there.isPresent() && document.canonical(there.get()).equals(canonical);
  }

  @Override
  public Optional<String> without(String current, OriginalContent original) {
    return JsonRestore.of(this, original).restored(current);
  }

  @Override
  public String shown() {
    JsoncDocument document = JsoncDocument.of(EMPTY, JsoncSyntax.STRICT);
    for (JsonEntry entry : entries) {
      document =
          entry.marker().isPresent()
              ? document.append(entry.path(), entry.json())
              : document.set(entry.path(), entry.json());
    }
    return document.text();
  }
}
