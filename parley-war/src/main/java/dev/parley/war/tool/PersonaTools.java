package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.session.Session;
import dev.parley.team.Persona;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is in a team, who may be chosen, and what an agent is thinking. */
final class PersonaTools {
  private static final String SESSION = "session_id";
  private static final String AGENTS = "agents";

  private static final RecordSchema<Persona> MEMBER =
      whoItIs()
          .with("tools", tools(), Persona::tools)
          .with("systemPrompt", JsonTypes.string("What it is told."), Persona::systemPrompt)
          .ifPresent(
              "basePersonaId",
              JsonTypes.string("The persona it extends."),
              persona -> persona.basePersona().map(AgentId::value))
          .ifPresent("validate_prompt", validation(), Persona::validatePrompt)
          .ifPresent("review_checklist", checklist(), Persona::reviewChecklist)
          .ifPresent("language", language(), Persona::language);

  private static final RecordSchema<Persona> POOLED =
      whoItIs()
          .with("tags", JsonTypes.arrayOf(JsonTypes.string("What it is found by.")), Persona::tags)
          .with("tools", tools(), Persona::tools)
          .orNull("validate_prompt", validation(), Persona::validatePrompt)
          .orNull("review_checklist", checklist(), Persona::reviewChecklist)
          .orNull("language", language(), Persona::language);

  private PersonaTools() {}

  static List<ToolDefinition> all() {
    return List.of(team(), pool(), think());
  }

  private static ToolDefinition team() {
    return ToolDefinition.named("list_agents", "List the team")
        .described(
            "List the agents of a session's team with their prompts. Without a session_id, nobody:"
                + " a way to see that the server answers.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object()).optionally(SESSION, SessionTools.sessionId()))
        .answers(ObjectSchema.success().with(AGENTS, JsonTypes.arrayOf(MEMBER.schema())))
        .does(
            (caller, arguments) -> {
              Optional<SessionId> session = arguments.optionalValue(SESSION, SessionId::new);
              caller.agent(arguments);
              List<Persona> team =
                  session.map(id -> caller.connection().teams().team(id)).orElseGet(List::of);
              return ResultFields.success().and(AGENTS, MEMBER.ofAll(team));
            });
  }

  private static ToolDefinition pool() {
    return ToolDefinition.named("list_pool_agents", "List the pool")
        .described("List every agent that may be chosen for a team, without its prompt.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()))
        .answers(ObjectSchema.success().with(AGENTS, JsonTypes.arrayOf(POOLED.schema())))
        .does(
            (caller, arguments) -> {
              caller.agent(arguments);
              return ResultFields.success()
                  .and(AGENTS, POOLED.ofAll(caller.connection().teams().pool()));
            });
  }

  private static ToolDefinition think() {
    return ToolDefinition.named("broadcast_thinking", "Think aloud")
        .described(
            "Show those who watch the session what you are thinking. It is not kept, and no agent"
                + " reads it.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with("content", JsonTypes.text(Session.MAX_STATE, "What you are thinking.")))
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              String content = arguments.text("content", Session.MAX_STATE);
              caller.session(arguments).think(content);
              return ResultFields.success();
            });
  }

  private static RecordSchema<Persona> whoItIs() {
    return new RecordSchema<Persona>()
        .with("id", JsonTypes.string("Its agent id."), persona -> persona.id().value())
        .with("name", JsonTypes.string("How it is shown."), Persona::name)
        .with("emoji", JsonTypes.string("How it is shown in one character."), Persona::emoji)
        .orNull("description", JsonTypes.string("What it is good for."), Persona::description);
  }

  private static Map<String, Object> tools() {
    return JsonTypes.arrayOf(JsonTypes.string("A tool it is to use."));
  }

  private static Map<String, Object> validation() {
    return JsonTypes.string("What it checks before it is done.");
  }

  private static Map<String, Object> checklist() {
    return JsonTypes.string("What its work is held against.");
  }

  private static Map<String, Object> language() {
    return JsonTypes.string("The language it answers in.");
  }
}
