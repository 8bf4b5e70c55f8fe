package dev.parley.team;

import dev.parley.id.SessionId;
import java.util.List;

/**
 * Who may be chosen, and who was: the pool of all personas, and the team of each session, from YAML
 * files in Parley's home folder. A file that changes is read again.
 */
public interface Teams {

  /**
   * Every persona that may be chosen, from {@code agents.pool.yml}.
   *
   * @throws dev.parley.problem.ParleyException {@code team_unusable} where the file is absent or
   *     wrong, with the line and the reason
   */
  List<Persona> pool();

  /**
   * The team of {@code session}, from {@code session-agents-{session_id}.yml}: first the personas
   * that stand on their own, then those that extend others.
   *
   * @throws dev.parley.problem.ParleyException {@code team_unusable} where the file is absent or
   *     wrong, with the line and the reason
   */
  List<Persona> team(SessionId session);
}
