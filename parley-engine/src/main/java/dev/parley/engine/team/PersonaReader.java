package dev.parley.engine.team;

import dev.parley.team.TaskHooks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads one agent of a file, checked as far as possible without the others. */
final class PersonaReader {
  /** The maximum length of an agent's id in characters. */
  static final int MAX_ID = 64;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]+");
  private static final List<String> MANDATORY_BLOCKS =
      List.of("on_each_spawn", "declaring_end", "core_rules");

  private final Optional<Map<String, String>> blocks;
  private final boolean blocksAreMandatory;
  private final ToolNames known;
  private final List<String> ignored;

  /**
   * Makes a reader of the agents of one file.
   *
   * @param known the tools they may have
   * @param ignored receives unknown keys
   */
  PersonaReader(
      Optional<Map<String, String>> blocks,
      boolean blocksAreMandatory,
      ToolNames known,
      List<String> ignored) {
    this.blocks = blocks;
    this.blocksAreMandatory = blocksAreMandatory;
    this.known = known;
    this.ignored = ignored;
  }

  /** Reads the agent; empty where it is disabled, whatever else the file says of it. */
  Optional<PersonaEntry> read(String id, YamlNode.Field field) {
    FieldReader says = new FieldReader(fields(id, field.value()), " of agent " + quoted(id));
    if (says.flag("disabled")) {
      return Optional.empty();
    }
    checkId(id, field.line());
    Optional<String> base = says.text("extends");
    PersonaEntry entry =
        new PersonaEntry(
            id,
            field.line(),
            base,
            says.text("name"),
            says.text("emoji"),
            says.text("description"),
            says.texts("tags"),
            tools(id, says),
            prompt(id, says, blocksAreMandatory && base.isEmpty()),
            says.text("language"),
            says.node("hooks").map(PersonaReader::hooks),
            says.text("validate_prompt"),
            says.text("review_checklist"));
    ignored.addAll(says.ignored());
    return Optional.of(entry);
  }

  private static YamlNode.Fields fields(String id, YamlNode value) {
    if (FieldReader.means(value, YamlNode.Meaning.NOTHING)) {
      return new YamlNode.Fields(value.line(), Map.of());
    } else if (value instanceof YamlNode.Fields fields) {
      return fields;
    }
    throw new TeamFileException(
        value.line(), "agent " + quoted(id) + " must be a map, got: " + NodeText.of(value));
  }

  private static void checkId(String id, int line) {
    if (!ID.matcher(id).matches()) {
      throw new TeamFileException(
          line,
          "agent id "
              + quoted(id)
              + " contains invalid characters; use alphanumeric, hyphen, underscore only");
    }
    if (id.length() > MAX_ID) {
      throw new TeamFileException(
          line,
          "agent id "
              + quoted(id)
              + " has "
              + id.length()
              + " characters and "
              + MAX_ID
              + " is the limit");
    }
  }

  private Optional<List<String>> tools(String id, FieldReader says) {
    Optional<List<String>> tools = says.texts("tools");
    List<String> unknown = known.unknown(tools.orElse(List.of()));
    if (!unknown.isEmpty()) {
      throw new TeamFileException(
          says.line("tools"),
          "agent "
              + quoted(id)
              + " lists unknown tools: "
              + TeamFileException.shown(String.join(", ", unknown))
              + ". Valid tools: "
              + known.listed());
    }
    return tools;
  }

  private Optional<PromptTemplate> prompt(String id, FieldReader says, boolean mandatory) {
    Optional<PromptTemplate> prompt =
        says.text("systemPrompt")
            .map(text -> new PromptTemplate(says.line("systemPrompt"), text, blocks));
    prompt.ifPresent(
        template -> {
          Set<String> named = template.references();
          List<String> missing =
              MANDATORY_BLOCKS.stream().filter(block -> !named.contains(block)).toList();
          if (mandatory && !missing.isEmpty()) {
            throw new TeamFileException(
                template.line(),
                "agent "
                    + quoted(id)
                    + " systemPrompt is missing required block references: {{"
                    + String.join("}}, {{", missing)
                    + "}}");
          }
          blocks.ifPresent(defined -> checkReferences(id, template.line(), named, defined));
        });
    return prompt;
  }

  private static void checkReferences(
      String id, int line, Set<String> named, Map<String, String> defined) {
    for (String name : named) {
      if (!defined.containsKey(name)) {
        String available = defined.isEmpty() ? "none" : String.join(", ", defined.keySet());
        throw new TeamFileException(
            line,
            "shared_blocks reference \"{{"
                + TeamFileException.shown(name)
                + "}}\" in agent "
                + quoted(id)
                + " is not defined. Available blocks: "
                + TeamFileException.shown(available));
      }
    }
  }

  private static TaskHooks hooks(YamlNode node) {
    if (FieldReader.means(node, YamlNode.Meaning.FALSE)) {
      return TaskHooks.NONE;
    } else if (node instanceof YamlNode.Fields fields) {
      FieldReader says = new FieldReader(fields, " of hooks");
      return new TaskHooks(commands("before_task", says), commands("after_task", says));
    }
    throw new TeamFileException(
        node.line(),
        "hooks must be false or a map of before_task and after_task, got: " + NodeText.of(node));
  }

  private static List<String> commands(String key, FieldReader says) {
    return says.node(key).map(node -> commands(key, node)).orElse(List.of());
  }

  private static List<String> commands(String key, YamlNode node) {
    if (FieldReader.means(node, YamlNode.Meaning.FALSE)) {
      return List.of();
    }
    List<YamlNode> nodes = node instanceof YamlNode.Items items ? items.nodes() : List.of(node);
    return nodes.stream()
        .map(
            one -> {
              if (one instanceof YamlNode.Scalar scalar
                  && scalar.meaning() == YamlNode.Meaning.TEXT) {
                return scalar.text();
              }
              throw new TeamFileException(
                  one.line(),
                  "hooks."
                      + key
                      + " must be a string or array of strings, got: "
                      + NodeText.of(node));
            })
        .toList();
  }

  private static String quoted(String id) {
    return '"' + TeamFileException.shown(id) + '"';
  }
}
