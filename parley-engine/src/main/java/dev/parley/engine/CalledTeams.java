package dev.parley.engine;

import dev.parley.id.SessionId;
import dev.parley.team.Persona;
import dev.parley.team.Teams;
import java.util.List;

/** Teams as one connection asks for them: each call is a call of its agent. */
record CalledTeams(Teams teams, AgentCalls calls) implements Teams {
  @Override
  public List<Persona> pool() {
    calls.begin();
    return teams.pool();
  }

  @Override
  public List<Persona> team(SessionId session) {
    calls.begin();
    return teams.team(session);
  }
}
