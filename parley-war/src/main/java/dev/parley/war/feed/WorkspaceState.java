package dev.parley.war.feed;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.room.RoomListing.RoomSummary;
import dev.parley.session.SessionOverview;
import dev.parley.war.view.AgentSources;
import dev.parley.war.view.AgentSources.Acts;
import dev.parley.war.view.AgentView;
import dev.parley.war.wake.Reach;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The rooms, agents and current session of a workspace as pages know them. Each read returns the
 * difference. Not safe for threads, but for {@link #session}.
 */
final class WorkspaceState {
  private final Connection reading;
  private final Supplier<AgentSources> sources;
  private final Map<AgentId, Reach.State> reached = new HashMap<>();
  private final Set<RoomSummary> rooms = new HashSet<>();
  private Set<RoomName> durable = Set.of();
  private final Map<AgentId, AgentStatus> agents = new HashMap<>();
  private final Map<AgentId, Acts> acted = new HashMap<>();
  private volatile Optional<SessionId> session = Optional.empty();

  /**
   * Reads everything, and watches the rooms.
   *
   * @param sources reads what is known about agents
   */
  WorkspaceState(Connection reading, Supplier<AgentSources> sources) {
    this.reading = reading;
    this.sources = sources;
    var unusedRooms = readRooms();
    var unusedAgents = readAgents(Set.of());
    var unusedSession = readSession();
  }

  /** Returns the session that is current in the workspace; none is started for it. */
  static Optional<SessionId> currentSession(Connection reading) {
    return reading.sessions().recent(1).stream()
        .filter(session -> session.startedAt().isPresent())
        .map(SessionOverview::id)
        .findFirst();
  }

  /** Returns the current session as it was read last. */
  Optional<SessionId> session() {
    return session;
  }

  /**
   * Reads the rooms and watches the new ones.
   *
   * @return the new ones that are watched; empty where all rooms are as before
   */
  Optional<List<RoomName>> readRooms() {
    Set<RoomSummary> there = Set.copyOf(reading.rooms().list().available());
    Set<RoomName> stored = Set.copyOf(reading.topics().topics());
    if (there.equals(rooms) && stored.equals(durable)) {
      return Optional.empty();
    }
    Set<RoomName> before = rooms.stream().map(RoomSummary::room).collect(Collectors.toSet());
    List<RoomName> fresh =
        there.stream()
            .map(RoomSummary::room)
            .filter(room -> !before.contains(room))
            .filter(this::watch)
            .toList();
    rooms.clear();
    rooms.addAll(there);
    durable = stored;
    return Optional.of(fresh);
  }

  /** Watches a room; returns false past the limit, where its messages are not shown live. */
  private boolean watch(RoomName room) {
    try {
      reading.rooms().watch(room);
      return true;
    } catch (ParleyException refused) {
      if (refused.problem() instanceof LimitReached) {
        return false;
      }
      throw refused;
    }
  }

  /** Returns the agents whose presence, reach or state changed, and those of {@code besides}. */
  List<AgentView> readAgents(Set<AgentId> besides) {
    List<AgentStatus> changed = new ArrayList<>();
    AgentSources known = sources.get();
    for (AgentStatus agent : known.listed(reading.presence().roster(RosterQuery.ALL))) {
      AgentStatus before = agents.put(agent.handle(), agent);
      boolean isReachAnother = isReachAnother(agent.handle(), known.reaches());
      Acts acts = known.acts(agent);
      boolean isStateAnother = !acts.equals(acted.put(agent.handle(), acts));
      if (isReachAnother
          || isStateAnother
          || before == null
          || besides.contains(agent.handle())
          || before.online() != agent.online()
          || !before.topics().equals(agent.topics())) {
        changed.add(agent);
      }
    }
    return changed.isEmpty() ? List.of() : AgentView.list(reading, known, changed);
  }

  private boolean isReachAnother(AgentId agent, Function<AgentId, Optional<Reach>> reach) {
    Optional<Reach.State> now = reach.apply(agent).map(Reach::state);
    Reach.State before = now.isPresent() ? reached.put(agent, now.get()) : reached.remove(agent);
    return !now.equals(Optional.ofNullable(before));
  }

  /** Returns the current session, where it is another one. */
  Optional<SessionId> readSession() {
    Optional<SessionId> started = currentSession(reading);
    if (started.equals(session)) {
      return Optional.empty();
    }
    session = started;
    return started;
  }
}
