package dev.parley.engine.team;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Completes entries: each is laid over the one it extends, wherever in the file that is. An entry
 * that extends nothing is laid over the pool's entry of the same id.
 */
final class Inheritance {
  private final Map<String, PersonaEntry> entries;
  private final Optional<Map<String, PersonaEntry>> pool;
  private final Map<String, PersonaEntry> whole = new LinkedHashMap<>();

  private Inheritance(Map<String, PersonaEntry> entries, Optional<Map<String, PersonaEntry>> pool) {
    this.entries = entries;
    this.pool = pool;
  }

  /**
   * Returns the complete entries of a file: first those that extend no other, then those that do.
   *
   * @param entries the entries of the file
   * @param pool the complete entries of the pool, where there is one and this is not it
   */
  static Map<String, PersonaEntry> resolve(
      Map<String, PersonaEntry> entries, Optional<Map<String, PersonaEntry>> pool) {
    Inheritance inheritance = new Inheritance(entries, pool);
    Map<String, PersonaEntry> ordered = new LinkedHashMap<>();
    List<PersonaEntry> heirs = new ArrayList<>();
    for (PersonaEntry entry : entries.values()) {
      if (entry.base().isPresent()) {
        heirs.add(entry);
      } else {
        ordered.put(entry.id(), inheritance.whole(entry, new LinkedHashSet<>()));
      }
    }
    heirs.forEach(heir -> ordered.put(heir.id(), inheritance.whole(heir, new LinkedHashSet<>())));
    ordered.values().forEach(Inheritance::checkRequired);
    return ordered;
  }

  private PersonaEntry whole(PersonaEntry entry, Set<String> path) {
    PersonaEntry known = whole.get(entry.id());
    if (known != null) {
      return known;
    }
    if (!path.add(entry.id())) {
      throw new TeamFileException(
          entry.line(), "extends runs in a circle: " + String.join(", ", path) + ", " + entry.id());
    }
    PersonaEntry resolved =
        entry
            .base()
            .map(base -> entry.over(base(entry, base, path)))
            .orElseGet(() -> ofPool(entry.id()).map(entry::over).orElse(entry));
    whole.put(entry.id(), resolved);
    return resolved;
  }

  private PersonaEntry base(PersonaEntry heir, String base, Set<String> path) {
    PersonaEntry sibling = entries.get(base);
    if (sibling != null && !base.equals(heir.id())) {
      return whole(sibling, path);
    }
    return ofPool(base)
        .orElseThrow(
            () ->
                new TeamFileException(
                    heir.line(),
                    "extends target \""
                        + TeamFileException.shown(base)
                        + "\" not found or is disabled"
                        + (pool.isPresent() ? " (searched current file and pool)" : "")));
  }

  private Optional<PersonaEntry> ofPool(String id) {
    return pool.map(entries -> entries.get(id));
  }

  private static void checkRequired(PersonaEntry entry) {
    List<String> missing = new ArrayList<>();
    if (entry.name().filter(name -> !name.isBlank()).isEmpty()) {
      missing.add("name");
    }
    if (entry.emoji().filter(emoji -> !emoji.isBlank()).isEmpty()) {
      missing.add("emoji");
    }
    if (entry.tools().isEmpty()) {
      missing.add("tools");
    }
    if (entry.prompt().filter(prompt -> !prompt.text().isBlank()).isEmpty()) {
      missing.add("systemPrompt");
    }
    if (!missing.isEmpty()) {
      throw new TeamFileException(
          entry.line(),
          "agent \""
              + entry.id()
              + "\" is missing required fields (name, emoji, tools, systemPrompt). It lacks "
              + String.join(", ", missing)
              + ".");
    }
  }
}
