package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.team.Persona;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is in a team, who may be chosen, and what an agent is thinking. */
final class PersonaTools {
  private static final String SESSION = "session_id";
  private static final String AGENTS = "agents";

  private static final Row<Persona> MEMBER =
      whoItIs()
          .with("tools", tools(), Persona::tools)
          .with("systemPrompt", Property.string("What it is told."), Persona::systemPrompt)
          .ifPresent(
              "basePersonaId",
              Property.string("The persona it extends."),
              persona -> persona.basePersona().map(AgentId::value))
          .ifPresent("validate_prompt", validation(), Persona::validatePrompt)
          .ifPresent("review_checklist", checklist(), Persona::reviewChecklist)
          .ifPresent("language", language(), Persona::language);

  private static final Row<Persona> POOLED =
      whoItIs()
          .with("tags", Property.arrayOf(Property.string("What it is found by.")), Persona::tags)
          .with("tools", tools(), Persona::tools)
          .orNull("validate_prompt", validation(), Persona::validatePrompt)
          .orNull("review_checklist", checklist(), Persona::reviewChecklist)
          .orNull("language", language(), Persona::language);

  private PersonaTools() {}

  static List<HubTool> all() {
    return List.of(team(), pool(), think());
  }

  private static HubTool team() {
    return HubTool.named("list_agents", "List the team")
        .described(
            "List the agents of a session's team with their prompts. Without a session_id, nobody:"
                + " a way to see that the server answers.")
        .hinting(Hints.READS)
        .takesAtLeast(Caller.named(Schema.object()).optionally(SESSION, SessionTools.sessionId()))
        .answers(Schema.success().with(AGENTS, Property.arrayOf(MEMBER.schema())))
        .does(
            (caller, arguments) -> {
              Optional<SessionId> session = arguments.optionalValue(SESSION, SessionId::new);
              caller.agent(arguments);
              List<Persona> team =
                  session.map(id -> caller.connection().teams().team(id)).orElseGet(List::of);
              return Fields.success().and(AGENTS, MEMBER.ofAll(team));
            });
  }

  private static HubTool pool() {
    return HubTool.named("list_pool_agents", "List the pool")
        .described("List every agent that may be chosen for a team, without its prompt.")
        .hinting(Hints.READS)
        .takesAtLeast(Caller.named(Schema.object()))
        .answers(Schema.success().with(AGENTS, Property.arrayOf(POOLED.schema())))
        .does(
            (caller, arguments) -> {
              caller.agent(arguments);
              return Fields.success().and(AGENTS, POOLED.ofAll(caller.connection().teams().pool()));
            });
  }

  private static HubTool think() {
    return HubTool.named("broadcast_thinking", "Think aloud")
        .described(
            "Show those who watch the session what you are thinking. It is not kept, and no agent"
                + " reads it.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with("content", Property.text(Session.MAX_STATE, "What you are thinking.")))
        .answers(Schema.success())
        .does(
            (caller, arguments) -> {
              String content = arguments.text("content", Session.MAX_STATE);
              caller.session(arguments).think(content);
              return Fields.success();
            });
  }

  private static Row<Persona> whoItIs() {
    return new Row<Persona>()
        .with("id", Property.string("Its agent id."), persona -> persona.id().value())
        .with("name", Property.string("How it is shown."), Persona::name)
        .with("emoji", Property.string("How it is shown in one character."), Persona::emoji)
        .orNull("description", Property.string("What it is good for."), Persona::description);
  }

  private static Map<String, Object> tools() {
    return Property.arrayOf(Property.string("A tool it is to use."));
  }

  private static Map<String, Object> validation() {
    return Property.string("What it checks before it is done.");
  }

  private static Map<String, Object> checklist() {
    return Property.string("What its work is held against.");
  }

  private static Map<String, Object> language() {
    return Property.string("The language it answers in.");
  }
}
