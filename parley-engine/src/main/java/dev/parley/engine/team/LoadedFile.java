package dev.parley.engine.team;

import dev.parley.team.Persona;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file that was understood.
 *
 * @param text what it was made of: the same text makes the same again
 * @param entries the whole entries
 * @param defaults what holds for those that say nothing
 * @param personas what became of them
 */
record LoadedFile(
    String text, Map<String, Entry> entries, Document.Defaults defaults, List<Persona> personas) {

  private static final System.Logger LOG = System.getLogger(LoadedFile.class.getName());

  /** The pool that {@code text} describes; empty where the text says nothing at all. */
  static Optional<LoadedFile> pool(HomeFile file, String text, ToolNames tools) {
    return load(file, text, true, Optional.empty(), tools);
  }

  /** The team that {@code text} describes, with what {@code pool} has for it. */
  static LoadedFile team(HomeFile file, String text, Optional<LoadedFile> pool, ToolNames tools) {
    return load(file, text, false, pool, tools)
        .orElseGet(() -> new LoadedFile(text, Map.of(), Document.Defaults.NONE, List.of()));
  }

  private static Optional<LoadedFile> load(
      HomeFile file, String text, boolean isPool, Optional<LoadedFile> pool, ToolNames tools) {
    try {
      return YamlReader.read(text)
          .map(root -> DocumentReader.read(root, isPool, tools))
          .map(
              document -> {
                LoadedFile loaded = of(text, document, isPool, pool);
                warn(file, document.ignored());
                return loaded;
              });
    } catch (Flaw flaw) {
      throw file.refusal(flaw);
    }
  }

  private static LoadedFile of(
      String text, Document document, boolean isPool, Optional<LoadedFile> pool) {
    Map<String, Entry> entries =
        Inheritance.resolve(document.entries(), pool.map(LoadedFile::entries));
    Document.Defaults defaults =
        pool.map(below -> document.defaults().over(below.defaults())).orElse(document.defaults());
    List<Persona> personas =
        isPool ? Casting.pool(entries, defaults) : Casting.team(entries, defaults);
    return new LoadedFile(text, entries, defaults, personas);
  }

  /** Once for each text that was understood. */
  private static void warn(HomeFile file, List<String> ignored) {
    if (!ignored.isEmpty()) {
      String keys = Flaw.shown(String.join(", ", ignored));
      LOG.log(Level.WARNING, "{0} has keys that mean nothing: {1}", file.name(), keys);
    }
  }
}
