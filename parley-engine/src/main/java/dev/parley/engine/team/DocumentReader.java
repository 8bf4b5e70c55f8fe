package dev.parley.engine.team;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns nodes into the content of a file; every error is found with its line. */
final class DocumentReader {
  /** The maximum number of agents of one file. */
  static final int MAX_AGENTS = 1_000;

  private DocumentReader() {}

  /**
   * Reads the content of {@code root}.
   *
   * @param isPool whether prompts must name the mandatory blocks, where the file has blocks
   * @param tools the tools agents may have
   */
  static Document read(YamlNode root, boolean isPool, ToolNames tools) {
    if (!(root instanceof YamlNode.Fields fields)) {
      throw new TeamFileException(root.line(), "the file must be a map with the key agents");
    }
    FieldReader top = new FieldReader(fields, "");
    Document.Defaults defaults =
        new Document.Defaults(top.text("language"), top.text("review_checklist"));
    Optional<Map<String, String>> blocks = top.fields("shared_blocks").map(DocumentReader::blocks);
    YamlNode.Fields agents =
        top.fields("agents")
            .orElseThrow(
                () ->
                    new TeamFileException(
                        root.line(), "the key agents is missing; it maps ids to agents"));
    int count = agents.byKey().size();
    if (count > MAX_AGENTS) {
      throw new TeamFileException(
          top.line("agents"), "it has " + count + " agents and " + MAX_AGENTS + " is the limit");
    }
    List<String> ignored = new ArrayList<>(top.ignored());
    Map<String, PersonaEntry> entries = new LinkedHashMap<>();
    PersonaReader reader = new PersonaReader(blocks, isPool && blocks.isPresent(), tools, ignored);
    agents
        .byKey()
        .forEach((id, field) -> reader.read(id, field).ifPresent(e -> entries.put(id, e)));
    return new Document(defaults, entries, List.copyOf(ignored));
  }

  private static Map<String, String> blocks(YamlNode.Fields fields) {
    FieldReader reader = new FieldReader(fields, " of shared_blocks");
    Map<String, String> blocks = new LinkedHashMap<>();
    for (String name : fields.byKey().keySet()) {
      reader.text(name).ifPresent(text -> blocks.put(name, text));
    }
    return blocks;
  }
}
