package dev.parley.setup;

import java.util.List;
import java.util.Optional;

/**
 * The way back of a {@link JsonEdit}: what the file had before comes back, and what it did not have
 * goes, together with the objects and arrays that the edit had made around it.
 */
final class JsonRestore {
  private final JsonEdit edit;
  private final OriginalContent original;
  private final Optional<JsoncDocument> before;

  private JsonRestore(JsonEdit edit, OriginalContent original, Optional<JsoncDocument> before) {
    this.edit = edit;
    this.original = original;
    this.before = before;
  }

  static JsonRestore of(JsonEdit edit, OriginalContent original) {
    Optional<JsoncDocument> before =
        original
            .text()
            .filter(text -> !text.isBlank())
            .map(text -> JsoncDocument.of(text, edit.syntax()));
    return new JsonRestore(edit, original, before);
  }

  /** The text without the edit; empty where nothing is left of a file that was not there. */
  Optional<String> restored(String current) {
    if (current.isBlank()) {
      return Optional.of(current);
    }
    JsoncDocument document = JsoncDocument.of(current, edit.syntax());
    for (int i = edit.entries().size() - 1; i >= 0; i--) {
      JsonEntry entry = edit.entries().get(i);
      document =
          entry.marker().isPresent()
              ? withoutElement(document, entry.path(), new JsonMarker(entry.marker().get()))
              : withoutMember(document, entry.path());
    }
    boolean nothing = document.text().strip().matches("\\{\\s*}");
    if (nothing && original.isAbsent()) {
      return Optional.empty();
    }
    boolean wasBlank = original.text().map(String::isBlank).orElse(false);
    return Optional.of(nothing && wasBlank ? original.text().orElseThrow() : document.text());
  }

  private JsoncDocument withoutMember(JsoncDocument document, List<String> path) {
    Optional<JsoncNode> there = document.find(path);
    if (there.isEmpty()) {
      return document;
    }
    Optional<String> old = before.flatMap(text -> text.find(path).map(text::raw));
    if (old.isPresent()) {
      return document.replace(there.get(), old.get());
    }
    List<String> above = path.subList(0, path.size() - 1);
    JsoncNode box = document.find(above).orElseThrow();
    return pruned(document.remove(box, box.indexOf(path.get(path.size() - 1))), above);
  }

  private JsoncDocument withoutElement(
      JsoncDocument document, List<String> path, JsonMarker marker) {
    boolean wasThere =
        before.flatMap(text -> text.find(path).map(old -> marker.isIn(text, old))).orElse(false);
    Optional<JsoncNode> there = document.find(path);
    if (wasThere || there.isEmpty() || !marker.isIn(document, there.get())) {
      return document;
    }
    return pruned(marker.removeFrom(document, path), path);
  }

  /** Removes what the edit had made around an entry and what is empty without it. */
  private JsoncDocument pruned(JsoncDocument document, List<String> path) {
    JsoncNode box = document.find(path).orElseThrow();
    if (!box.entries().isEmpty()) {
      return document;
    }
    Optional<String> old = before.flatMap(text -> text.find(path).map(text::raw));
    if (old.isPresent()) {
      boolean same = ink(old.get()).equals(ink(document.raw(box)));
      return same ? document.replace(box, old.get()) : document;
    } else if (path.isEmpty() || ink(document.raw(box)).length() > 2) {
      return document;
    }
    List<String> above = path.subList(0, path.size() - 1);
    JsoncNode parent = document.find(above).orElseThrow();
    return pruned(document.remove(parent, parent.indexOf(path.get(path.size() - 1))), above);
  }

  /** Everything but the white space: brackets, and comments where there are some. */
  private static String ink(String raw) {
    return raw.replaceAll("\\s+", "");
  }
}
