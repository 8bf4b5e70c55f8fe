package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.memory.Memory;
import dev.parley.memory.SectionKey;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Memory across sessions. Here {@code agent_id} is whose memory it is, not who calls. */
final class MemoryTools {
  private static final Param<AgentId> OWNER =
      AgentName.optional("agent_id", "Whose memory; default: the project's.");
  private static final Param<SectionKey> KEY = Param.required("key", SectionKey::new, key());
  private static final Param<String> SECTION = content("The section, as Markdown.");
  private static final Param<IdempotencyKey> ONE_WRITE =
      KeyArgument.described("Same key: same write.");

  private static final Param<AgentId> AGENT = AgentName.required("agent_id", "Whose memory.");
  private static final Param<String> ENTRY = content("The entry, as Markdown.");
  private static final Param<IdempotencyKey> ONE_ENTRY =
      KeyArgument.described("Same key: same entry.");

  private static final RecordSchema<Optional<String>> MEMORY =
      RecordSchema.<Optional<String>>success()
          .orNull("content", JsonTypes.string(), content -> content);

  private MemoryTools() {}

  static List<ToolDefinition> all() {
    return List.of(read(), write(), append());
  }

  private static ToolDefinition read() {
    return ToolDefinition.named("read_memory", "Read memory")
        .described("Read the Markdown that outlives sessions: the project's memory, or an agent's.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(OWNER)
        .answers(MEMORY)
        .refusesWith("content", null)
        .does(
            call -> {
              Optional<AgentId> owner = call.find(OWNER);
              Memory memory = call.connection().memory();
              return MEMORY.fields(owner.map(memory::of).orElseGet(memory::project));
            });
  }

  private static ToolDefinition write() {
    return ToolDefinition.named("write_memory", "Write memory")
        .described(
            "Replace one section of the project's memory, or of an agent's. Other sections stay. To"
                + " add an entry, use append_memory.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(OWNER, KEY, SECTION, ONE_WRITE)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              Optional<AgentId> owner = call.find(OWNER);
              owner.ifPresent(call.caller().grant()::checkName);
              SectionKey key = call.get(KEY);
              String content = call.get(SECTION);
              Memory memory = call.connection().memory();
              call.find(ONE_WRITE)
                  .ifPresentOrElse(
                      once -> memory.write(owner, key, content, once),
                      () ->
                          owner.ifPresentOrElse(
                              agent -> memory.write(agent, key, content),
                              () -> memory.write(key, content)));
              return RecordSchema.DONE.fields(call);
            });
  }

  private static ToolDefinition append() {
    return ToolDefinition.named("append_memory", "Append to memory")
        .described("Add an entry with today's date at the end of an agent's memory.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(AGENT, ENTRY, ONE_ENTRY)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              AgentId owner = call.get(AGENT);
              call.caller().grant().checkName(owner);
              String content = call.get(ENTRY);
              Memory memory = call.connection().memory();
              call.find(ONE_ENTRY)
                  .ifPresentOrElse(
                      once -> memory.append(owner, content, once),
                      () -> memory.append(owner, content));
              return RecordSchema.DONE.fields(call);
            });
  }

  private static Map<String, Object> key() {
    Map<String, Object> key =
        JsonTypes.text(SectionKey.MAX_LENGTH, "The heading of the section, one line without #.");
    key.put("minLength", 1);
    key.put("pattern", "^[^#\\r\\n][^\\r\\n]*$");
    return key;
  }

  private static Param<String> content(String description) {
    return Param.bounded("content", Memory.MAX_CONTENT, description).asRequired();
  }
}
