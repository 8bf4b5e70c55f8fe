package dev.parley.engine.team;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.team.Persona;
import dev.parley.team.Teams;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pool and the teams of one workspace, from {@code agents.pool.yml} and {@code
 * session-agents-{session_id}.yml}. Those of the workspace {@code default} are in the home folder
 * itself, those of another in {@code workspaces/{name}} below it.
 *
 * <p>Every call reads the files, which are small, and parses them only where their text differs: no
 * change is missed, however fast changes follow each other.
 */
public final class YamlTeams implements Teams {
  private static final String POOL = "agents.pool.yml";
  private static final int MAX_TEAMS = 64;

  /** A team, and the pool it was made with. */
  private record Team(TeamFile file, Optional<TeamFile> pool) {}

  private final Path home;
  private final String folder;
  private final ToolNames tools;
  private final Map<SessionId, Team> teams = new BoundedMap<>(MAX_TEAMS);
  private Optional<TeamFile> lastPool = Optional.empty();

  /**
   * Makes the teams of {@code workspace}.
   *
   * @param home Parley's home folder; it need not exist
   * @param tools the tools agents may have
   */
  public YamlTeams(Path home, WorkspaceId workspace, ToolNames tools) {
    this.home = home;
    this.tools = tools;
    this.folder =
        workspace.equals(WorkspaceId.DEFAULT) ? "" : "workspaces/" + workspace.value() + "/";
  }

  @Override
  public synchronized List<Persona> pool() {
    return currentPool()
        .orElseThrow(
            () ->
                file(POOL)
                    .refusal(
                        "No agent pool configured. Create "
                            + folder
                            + POOL
                            + " in Parley's home folder (see agents.pool.example.yml)."))
        .personas();
  }

  @Override
  public synchronized List<Persona> team(SessionId session) {
    HomeFile file = file("session-agents-" + session.value() + ".yml");
    String text =
        file.text()
            .orElseThrow(
                () ->
                    file.refusal(
                        "Session agents file not found: "
                            + file.name()
                            + ". Write it into Parley's home folder: below 'agents:' a line"
                            + " 'NAME: {extends: PERSONA}' for each agent of the session"));
    Optional<TeamFile> pool = currentPool();
    Team known = teams.get(session);
    if (known != null && known.file().text().equals(text) && known.pool().equals(pool)) {
      return known.file().personas();
    }
    Team team = new Team(TeamFile.team(file, text, pool, tools), pool);
    teams.put(session, team);
    return team.file().personas();
  }

  private Optional<TeamFile> currentPool() {
    HomeFile file = file(POOL);
    lastPool = file.text().flatMap(text -> sameAs(text).or(() -> TeamFile.pool(file, text, tools)));
    return lastPool;
  }

  private Optional<TeamFile> sameAs(String text) {
    return lastPool.filter(pool -> pool.text().equals(text));
  }

  private HomeFile file(String name) {
    return new HomeFile(home, folder + name);
  }
}
