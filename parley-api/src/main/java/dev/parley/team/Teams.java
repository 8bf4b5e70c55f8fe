package dev.parley.team;

import dev.parley.id.SessionId;
import java.util.List;

/**
 * The pool of all personas, and the team of each session, from YAML files in Parley's home folder.
 * A changed file is read again.
 */
public interface Teams {

  /**
   * Returns every persona of the pool, from {@code agents.pool.yml}.
   *
   * @throws dev.parley.problem.ParleyException {@code team_unusable} where the file is absent or
   *     wrong, with the line and the reason
   */
  List<Persona> pool();

  /**
   * Returns the team of {@code session}, from {@code session-agents-{session_id}.yml}: first the
   * personas that extend no other, then those that do.
   *
   * @throws dev.parley.problem.ParleyException {@code team_unusable} where the file is absent or
   *     wrong, with the line and the reason
   */
  List<Persona> team(SessionId session);
}
