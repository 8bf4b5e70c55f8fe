package dev.parley.engine;

import dev.parley.id.SessionId;
import dev.parley.team.Persona;
import dev.parley.team.Teams;
import java.util.List;

/**
 * Teams as one connection asks for them: each call is a call of its agent.
 *
 * @param begins where a call begins
 */
record CalledTeams(Teams teams, Runnable begins) implements Teams {
  @Override
  public List<Persona> pool() {
    begins.run();
    return teams.pool();
  }

  @Override
  public List<Persona> team(SessionId session) {
    begins.run();
    return teams.team(session);
  }
}
