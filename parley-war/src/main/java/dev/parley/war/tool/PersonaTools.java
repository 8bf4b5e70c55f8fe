package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.session.Session;
import dev.parley.team.Persona;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The agents of a team, those that may be chosen for one, and the thinking of an agent. */
final class PersonaTools {
  private static final Param<SessionId> SESSION =
      Param.optional("session_id", SessionId::new, SessionTools.sessionId("A session."));
  private static final Param<String> THINKING =
      Param.bounded("content", Session.MAX_STATE, "Your thinking.").asRequired();

  private static final RecordSchema<Persona> MEMBER =
      whoItIs()
          .with("tools", tools(), Persona::tools)
          .with("systemPrompt", JsonTypes.string(), Persona::systemPrompt)
          .ifPresent(
              "basePersonaId",
              JsonTypes.string(),
              persona -> persona.basePersona().map(AgentId::value))
          .ifPresent("validate_prompt", validation(), Persona::validatePrompt)
          .ifPresent("review_checklist", checklist(), Persona::reviewChecklist)
          .ifPresent("language", language(), Persona::language);

  private static final RecordSchema<Persona> POOLED =
      whoItIs()
          .with("tags", JsonTypes.arrayOf(JsonTypes.string()), Persona::tags)
          .with("tools", tools(), Persona::tools)
          .orNull("validate_prompt", validation(), Persona::validatePrompt)
          .orNull("review_checklist", checklist(), Persona::reviewChecklist)
          .orNull("language", language(), Persona::language);

  private static final RecordSchema<List<Persona>> TEAM =
      RecordSchema.<List<Persona>>success()
          .with(
              "agents",
              JsonTypes.arrayOf(
                  JsonTypes.object(
                      "id, name, emoji, description, tools, systemPrompt, basePersonaId,"
                          + " validate_prompt, review_checklist, language")),
              MEMBER::ofAll);

  private static final RecordSchema<List<Persona>> POOL =
      RecordSchema.<List<Persona>>success()
          .with(
              "agents",
              JsonTypes.arrayOf(
                  JsonTypes.object("As list_agents has it, with tags, without systemPrompt.")),
              POOLED::ofAll);

  private PersonaTools() {}

  static List<ToolDefinition> all() {
    return List.of(team(), pool(), think());
  }

  private static ToolDefinition team() {
    return ToolDefinition.named("list_agents", "List the team")
        .described(
            "List the agents of a session's team with their prompts. Without session_id the list is"
                + " empty.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, SESSION)
        .answers(TEAM)
        .does(
            call -> {
              Optional<SessionId> session = call.find(SESSION);
              call.agent();
              List<Persona> team =
                  session.map(id -> call.connection().teams().team(id)).orElseGet(List::of);
              return TEAM.fields(team);
            });
  }

  private static ToolDefinition pool() {
    return ToolDefinition.named("list_pool_agents", "List the pool")
        .described("List the agents that can be chosen for a team, without their prompts.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT)
        .answers(POOL)
        .does(
            call -> {
              call.agent();
              return POOL.fields(call.connection().teams().pool());
            });
  }

  private static ToolDefinition think() {
    return ToolDefinition.named("broadcast_thinking", "Think aloud")
        .described(
            "Show your thinking to people who watch the session. It is not stored; no agent reads"
                + " it.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, THINKING)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              String content = call.get(THINKING);
              call.session().think(content);
              return RecordSchema.DONE.fields(call);
            });
  }

  private static RecordSchema<Persona> whoItIs() {
    return new RecordSchema<Persona>()
        .with("id", JsonTypes.string(), persona -> persona.id().value())
        .with("name", JsonTypes.string(), Persona::name)
        .with("emoji", JsonTypes.string(), Persona::emoji)
        .orNull("description", JsonTypes.string(), Persona::description);
  }

  private static Map<String, Object> tools() {
    return JsonTypes.arrayOf(JsonTypes.string());
  }

  private static Map<String, Object> validation() {
    return JsonTypes.string();
  }

  private static Map<String, Object> checklist() {
    return JsonTypes.string();
  }

  private static Map<String, Object> language() {
    return JsonTypes.string();
  }
}
