package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.memory.Memory;
import dev.parley.memory.SectionKey;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Memory across sessions. Here {@code agent_id} is whose memory it is, not who calls. */
final class MemoryTools {
  private static final String OWNER = "agent_id";
  private static final String KEY = "key";
  private static final String CONTENT = "content";

  private MemoryTools() {}

  static List<ToolDefinition> all() {
    return List.of(read(), write(), append());
  }

  private static ToolDefinition read() {
    return ToolDefinition.named("read_memory", "Read memory")
        .described("Read the Markdown that outlives sessions: the project's memory, or an agent's.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(ObjectSchema.object().optionally(OWNER, owner()))
        .answers(ObjectSchema.success().with(CONTENT, JsonTypes.nullable(JsonTypes.string())))
        .refusesWith(CONTENT, null)
        .does(
            (caller, arguments) -> {
              Optional<AgentId> owner = arguments.optionalValue(OWNER, AgentName::of);
              Memory memory = caller.connection().memory();
              return ResultFields.success()
                  .orNull(CONTENT, owner.map(memory::of).orElseGet(memory::project));
            });
  }

  private static ToolDefinition write() {
    return ToolDefinition.named("write_memory", "Write memory")
        .described(
            "Replace one section of the project's memory, or of an agent's. Other sections stay. To"
                + " add an entry, use append_memory.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(
            ObjectSchema.object()
                .optionally(OWNER, owner())
                .with(KEY, key())
                .with(CONTENT, content("The section, as Markdown."))
                .optionally(
                    KeyArgument.NAME,
                    KeyArgument.schema("A repeat with this key is the same write.")))
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              Optional<AgentId> owner = arguments.optionalValue(OWNER, AgentName::of);
              SectionKey key = arguments.value(KEY, SectionKey::new);
              String content = arguments.text(CONTENT, Memory.MAX_CONTENT);
              Memory memory = caller.connection().memory();
              KeyArgument.in(arguments)
                  .ifPresentOrElse(
                      once -> memory.write(owner, key, content, once),
                      () ->
                          owner.ifPresentOrElse(
                              agent -> memory.write(agent, key, content),
                              () -> memory.write(key, content)));
              return ResultFields.success();
            });
  }

  private static ToolDefinition append() {
    return ToolDefinition.named("append_memory", "Append to memory")
        .described("Add an entry with today's date at the end of an agent's memory.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            ObjectSchema.object()
                .with(OWNER, AgentName.schema("Whose memory."))
                .with(CONTENT, content("The entry, as Markdown."))
                .optionally(
                    KeyArgument.NAME,
                    KeyArgument.schema("A repeat with this key is the same entry.")))
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              AgentId owner = arguments.value(OWNER, AgentName::of);
              String content = arguments.text(CONTENT, Memory.MAX_CONTENT);
              Memory memory = caller.connection().memory();
              KeyArgument.in(arguments)
                  .ifPresentOrElse(
                      once -> memory.append(owner, content, once),
                      () -> memory.append(owner, content));
              return ResultFields.success();
            });
  }

  private static Map<String, Object> owner() {
    return AgentName.schema("Whose memory; default: the project's.");
  }

  private static Map<String, Object> key() {
    Map<String, Object> key =
        JsonTypes.text(SectionKey.MAX_LENGTH, "The heading of the section, one line without #.");
    key.put("minLength", 1);
    key.put("pattern", "^[^#\\r\\n][^\\r\\n]*$");
    return key;
  }

  private static Map<String, Object> content(String description) {
    return JsonTypes.text(Memory.MAX_CONTENT, description);
  }
}
