package dev.parley.war.view;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.session.SessionOverview;
import dev.parley.team.Persona;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The personas that may be chosen and those that were, where files say so; without files there is
 * nobody.
 */
public final class Personas {
  private Personas() {}

  /**
   * Returns the personas of the pool, and in their place those of the team of the current session.
   */
  static Map<AgentId, Persona> known(Connection connection) {
    Map<AgentId, Persona> known = new HashMap<>();
    add(known, () -> connection.teams().pool());
    current(connection).ifPresent(id -> add(known, () -> connection.teams().team(id)));
    return known;
  }

  private static void add(Map<AgentId, Persona> known, Supplier<List<Persona>> file) {
    read(file).personas().forEach(persona -> known.put(persona.id(), persona));
  }

  /** The session that was started last, if one ever was. */
  public static Optional<SessionId> current(Connection connection) {
    return connection.sessions().recent(1).stream()
        .filter(session -> session.startedAt().isPresent())
        .map(SessionOverview::id)
        .findFirst();
  }

  /**
   * Returns the personas of a file; a file that is absent or wrong yields nobody, and the reason.
   */
  public static Answered answered(Supplier<List<Persona>> file) {
    Read read = read(file);
    return new Answered(read.personas().stream().map(Form::of).toList(), read.problem());
  }

  private static Read read(Supplier<List<Persona>> file) {
    try {
      return new Read(file.get(), null);
    } catch (ParleyException refused) {
      if (refused.problem().code() != ProblemCode.TEAM_UNUSABLE) {
        throw refused;
      }
      return new Read(List.of(), refused.problem().message());
    }
  }

  private record Read(List<Persona> personas, @Nullable String problem) {}

  /** The answer: the personas, or what to do to have some. */
  record Answered(List<Form> items, @Nullable String problem) {}

  /** A persona as it is shown: without its prompts. */
  record Form(
      String id,
      String name,
      String emoji,
      @Nullable String description,
      List<String> tags,
      List<String> tools,
      @Nullable String language,
      @Nullable String basePersona) {
    private static Form of(Persona persona) {
      return new Form(
          persona.id().value(),
          persona.name(),
          persona.emoji(),
          persona.description().orElse(null),
          persona.tags(),
          persona.tools(),
          persona.language().orElse(null),
          persona.basePersona().map(AgentId::value).orElse(null));
    }
  }
}
