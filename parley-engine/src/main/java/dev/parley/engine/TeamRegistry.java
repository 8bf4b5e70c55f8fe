package dev.parley.engine;

import dev.parley.audit.AuditAction;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.hook.HookContext;
import dev.parley.engine.hook.HookMode;
import dev.parley.engine.hook.HookResult;
import dev.parley.engine.hook.HookRunner;
import dev.parley.engine.task.TaskInterceptor;
import dev.parley.engine.task.TeamRoles;
import dev.parley.engine.team.ToolNames;
import dev.parley.engine.team.YamlTeams;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.HookFailed;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TeamUnusable;
import dev.parley.team.Persona;
import dev.parley.team.TaskHooks;
import dev.parley.team.Teams;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The teams of every workspace, and what their hooks let through. */
final class TeamRegistry {
  private static final String NO_HOME =
      "No agent pool configured: this Parley was given no home folder to look for teams in.";

  private final Optional<Path> home;
  private final HookMode policy;
  private final ToolNames tools;
  private final Map<WorkspaceId, Teams> teams = new ConcurrentHashMap<>();

  TeamRegistry(Optional<Path> home, HookMode policy, ToolNames tools) {
    this.home = home;
    this.policy = policy;
    this.tools = tools;
  }

  /** The teams of {@code workspace}. */
  Teams teams(WorkspaceId workspace) {
    return teams.computeIfAbsent(
        workspace,
        of -> home.<Teams>map(folder -> new YamlTeams(folder, of, tools)).orElse(new NoTeams()));
  }

  /** The hooks that run around the tasks of {@code workspace}, each run in {@code audit}. */
  TaskInterceptor gate(WorkspaceId workspace, AgentAudit audit) {
    return home.isEmpty() || policy == HookMode.OFF
        ? TaskInterceptor.OPEN
        : new Hooks(
            teams(workspace),
            HookRunner.beside(home.get(), policy)
                .reportingTo((context, result) -> record(audit, context, result)));
  }

  /** The roles of the agents of {@code workspace}; a file that is wrong gives none. */
  TeamRoles roles(WorkspaceId workspace) {
    return home.isEmpty()
        ? TeamRoles.NONE
        : (session, agent, role) ->
            base(teams(workspace), session, agent)
                .filter(base -> base.value().equals(role))
                .isPresent();
  }

  private static Optional<AgentId> base(Teams teams, SessionId session, AgentId agent) {
    try {
      return persona(teams, session, agent).flatMap(Persona::basePersona);
    } catch (ParleyException refused) {
      if (refused.problem() instanceof TeamUnusable) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  /** A session without a team has no personas; one whose file is wrong lets nothing pass. */
  private static Optional<Persona> persona(Teams teams, SessionId session, AgentId agent) {
    try {
      return teams.team(session).stream().filter(persona -> persona.id().equals(agent)).findFirst();
    } catch (ParleyException unusable) {
      if (unusable.problem() instanceof TeamUnusable wrong && wrong.line().isEmpty()) {
        return Optional.empty();
      }
      throw unusable;
    }
  }

  private static void record(AgentAudit audit, HookContext context, HookResult result) {
    audit.record(
        AuditAction.HOOK_RUN,
        result.hook()
            + " of task "
            + context.task().value()
            + " of session "
            + context.session().value()
            + " for "
            + context.agent().value()
            + ": "
            + result.command(),
        result.exitWords());
  }

  private static final class NoTeams implements Teams {
    @Override
    public List<Persona> pool() {
      throw new ParleyException(new TeamUnusable(NO_HOME, Optional.empty(), Optional.empty()));
    }

    @Override
    public List<Persona> team(SessionId session) {
      return pool();
    }
  }

  private record Hooks(Teams teams, HookRunner runner) implements TaskInterceptor {
    @Override
    public boolean watches(Moment moment, SessionId session, AgentId agent) {
      TaskHooks hooks = hooks(session, agent);
      return switch (moment) {
        case BEFORE_TASK -> !hooks.beforeTask().isEmpty();
        case AFTER_TASK -> !hooks.afterTask().isEmpty();
      };
    }

    @Override
    public Optional<HookFailed> pass(Moment moment, SessionId session, AgentId agent, TaskId task) {
      TaskHooks hooks = hooks(session, agent);
      HookContext occasion = new HookContext(session, agent, task);
      return switch (moment) {
        case BEFORE_TASK -> runner.beforeTask(hooks, occasion).problem();
        case AFTER_TASK -> runner.afterTask(hooks, occasion).problem();
      };
    }

    private TaskHooks hooks(SessionId session, AgentId agent) {
      return persona(teams, session, agent).map(Persona::hooks).orElse(TaskHooks.NONE);
    }
  }
}
