package dev.parley.engine.team;

import dev.parley.team.Persona;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A valid file.
 *
 * @param text its source: the same text gives the same result
 * @param entries the complete entries
 * @param defaults the defaults
 * @param personas the personas made of the entries
 */
record TeamFile(
    String text,
    Map<String, PersonaEntry> entries,
    Document.Defaults defaults,
    List<Persona> personas) {

  private static final System.Logger LOG = System.getLogger(TeamFile.class.getName());

  /** Reads the pool that {@code text} describes; empty where the text is empty. */
  static Optional<TeamFile> pool(HomeFile file, String text, ToolNames tools) {
    return load(file, text, true, Optional.empty(), tools);
  }

  /** Reads the team that {@code text} describes, based on {@code pool}. */
  static TeamFile team(HomeFile file, String text, Optional<TeamFile> pool, ToolNames tools) {
    return load(file, text, false, pool, tools)
        .orElseGet(() -> new TeamFile(text, Map.of(), Document.Defaults.NONE, List.of()));
  }

  private static Optional<TeamFile> load(
      HomeFile file, String text, boolean isPool, Optional<TeamFile> pool, ToolNames tools) {
    try {
      return YamlReader.read(text)
          .map(root -> DocumentReader.read(root, isPool, tools))
          .map(
              document -> {
                TeamFile loaded = of(text, document, isPool, pool);
                warn(file, document.ignored());
                return loaded;
              });
    } catch (TeamFileException flaw) {
      throw file.refusal(flaw);
    }
  }

  private static TeamFile of(
      String text, Document document, boolean isPool, Optional<TeamFile> pool) {
    Map<String, PersonaEntry> entries =
        Inheritance.resolve(document.entries(), pool.map(TeamFile::entries));
    Document.Defaults defaults =
        pool.map(below -> document.defaults().over(below.defaults())).orElse(document.defaults());
    List<Persona> personas =
        isPool ? PersonaFactory.pool(entries, defaults) : PersonaFactory.team(entries, defaults);
    return new TeamFile(text, entries, defaults, personas);
  }

  /** Warns once for each text that was read. */
  private static void warn(HomeFile file, List<String> ignored) {
    if (!ignored.isEmpty()) {
      String keys = TeamFileException.shown(String.join(", ", ignored));
      LOG.log(Level.WARNING, "{0} has unknown keys, which are ignored: {1}", file.name(), keys);
    }
  }
}
