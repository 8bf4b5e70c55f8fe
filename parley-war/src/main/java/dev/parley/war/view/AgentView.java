package dev.parley.war.view;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.presence.AgentStatus;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.team.Persona;
import dev.parley.war.guard.LoopStop;
import dev.parley.war.view.AgentSources.Acts;
import dev.parley.war.wake.AgentActivity;
import dev.parley.war.wake.Reach;
import dev.parley.war.wake.Rung;
import dev.parley.war.wire.Timestamps;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An agent as it is shown. */
public record AgentView(
    String id,
    boolean online,
    String lastSeenAt,
    List<String> rooms,
    @Nullable Thinking thinking,
    @Nullable Face persona,
    boolean person,
    @Nullable Stopped stopped,
    @Nullable Reached reach,
    @Nullable Activity activity,
    AgentStateView state) {

  /** The time after its last sign of life within which an agent's last thought may be noted. */
  private static final Duration GOING = Duration.ofSeconds(5);

  /** The thought an agent had last. */
  record Thinking(String text, String at) {}

  /** The work its hooks report: working or idle; tool and file are empty where unknown. */
  record Activity(String state, String tool, String file, String since) {
    static Activity of(AgentActivity activity) {
      return new Activity(
          activity.state().name().toLowerCase(Locale.ROOT),
          activity.tool(),
          activity.file(),
          Timestamps.iso(activity.since()));
    }
  }

  /** The stop of an agent that is to send nothing until a person lifts it. */
  record Stopped(String reason, String since, List<String> with) {
    private static final String LOOP = "loop";

    static Stopped of(LoopStop stop) {
      return new Stopped(LOOP, Timestamps.iso(stop.since()), stop.with());
    }
  }

  /** The way to its model; null where this node does not know it. */
  record Reached(String state, List<String> by, @Nullable Long ageMs) {
    static Reached of(Reach reach) {
      return new Reached(
          reach.state().wireName(),
          reach.by().stream().map(Rung::wireName).toList(),
          reach.age().map(Duration::toMillis).orElse(null));
    }
  }

  /** The looks of its persona. */
  record Face(String name, String emoji) {}

  /**
   * Returns agents as they are shown.
   *
   * @param observer reads the personas
   */
  public static List<AgentView> list(
      Connection observer, AgentSources sources, List<AgentStatus> users) {
    Map<AgentId, Persona> personas = Personas.known(observer);
    return users.stream().map(user -> of(user, sources, personas)).toList();
  }

  private static AgentView of(
      AgentStatus user, AgentSources sources, Map<AgentId, Persona> personas) {
    AgentId agent = user.handle();
    Acts acts = sources.acts(user);
    return new AgentView(
        agent.value(),
        user.online(),
        Timestamps.iso(user.lastSeen()),
        user.topics().stream().map(RoomName::value).toList(),
        Optional.ofNullable(sources.thoughts().get(agent))
            .filter(thought -> isFresh(thought, user))
            .filter(thought -> acts.work().map(work -> isAlive(work, thought)).orElse(true))
            .map(thought -> new Thinking(thought.content(), Timestamps.iso(thought.at())))
            .orElse(null),
        Optional.ofNullable(personas.get(agent))
            .map(persona -> new Face(persona.name(), persona.emoji()))
            .orElse(null),
        sources.isPerson().test(agent),
        sources.stops().apply(agent).map(Stopped::of).orElse(null),
        sources.reaches().apply(agent).map(Reached::of).orElse(null),
        acts.activity().map(Activity::of).orElse(null),
        AgentStateView.of(user, acts));
  }

  /** Returns whether the work that a thought belongs to goes on. */
  static boolean isAlive(WorkState work, Thought thought) {
    return !AgentStateView.isOver(work) || thought.at().isAfter(work.since());
  }

  /**
   * Returns whether a thought may still be shown. Nobody thinks after it has gone; one that acts
   * over another's connection was seen earlier.
   */
  private static boolean isFresh(Thought thought, AgentStatus user) {
    return user.online() || thought.at().isAfter(user.lastSeen().plus(GOING));
  }
}
