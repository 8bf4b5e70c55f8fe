package dev.parley.war.wake;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of the agents of this node: the last tool of each, and the files it edited lately. It is
 * kept in memory until the connection or the client of the agent ends. That of an agent that only
 * reports is kept as long as {@link HookReports} has the agent. Safe for all threads.
 */
public final class AgentActivities {
  /** The maximum number of agents; one past it is not noted. */
  static final int MAX_AGENTS = 10_000;

  /** The maximum number of edited files of one agent; the one edited longest ago is dropped. */
  static final int MAX_FILES = 8;

  /** The time without a sign after which it is unknown what a working agent does. */
  static final Duration SILENCE = WakePacing.TURN_SILENCE;

  private final Map<WorkspaceId, Map<AgentId, Entry>> entries = new ConcurrentHashMap<>();
  private final InstantSource clock;
  private int count;
  private volatile Consumer<WorkspaceId> listener = workspace -> {};

  /** Makes an empty set. */
  public AgentActivities() {
    this(InstantSource.system());
  }

  AgentActivities(InstantSource clock) {
    this.clock = clock;
  }

  /** The edit of a file by an agent. */
  record Edit(AgentId agent, Instant at) {}

  /** The activity of one agent. Guarded by the set it is in. */
  private static final class Entry {
    private AgentActivity activity;
    private Instant signAt;
    private final Map<String, Instant> files = new LinkedHashMap<>();

    Entry(AgentActivity activity) {
      this.activity = activity;
      this.signAt = activity.since();
    }
  }

  /** Calls {@code whenChanged} whenever an agent of a workspace does something else. */
  public void onChange(Consumer<WorkspaceId> whenChanged) {
    listener = whenChanged;
  }

  /** Returns what {@code agent} does; empty where no hook has reported it, or none lately. */
  public synchronized Optional<AgentActivity> of(WorkspaceId workspace, AgentId agent) {
    Entry entry = entries.getOrDefault(workspace, Map.of()).get(agent);
    if (entry == null || (isWorking(entry) && isOld(entry.signAt))) {
      return Optional.empty();
    }
    return Optional.of(entry.activity);
  }

  /** Notes that an agent works, with a tool on a file where those are not empty. */
  synchronized void working(WorkspaceId workspace, AgentId agent, HookEvent event) {
    Instant now = clock.instant();
    Entry entry = entry(workspace, agent, now);
    if (entry == null) {
      return;
    }
    String file = event.file().substring(event.file().lastIndexOf('/') + 1);
    AgentActivity before = entry.activity;
    boolean same = isWorking(entry) && !isOld(entry.signAt);
    boolean sameTool = before.tool().equals(event.tool()) && before.file().equals(file);
    if (!same || (!event.tool().isEmpty() && !sameTool)) {
      entry.activity = new AgentActivity(AgentActivity.State.WORKING, event.tool(), file, now);
      listener.accept(workspace);
    }
    entry.signAt = now;
    if (event.isEdit()) {
      entry.files.remove(event.file());
      entry.files.put(event.file(), now);
      if (entry.files.size() > MAX_FILES) {
        entry.files.remove(entry.files.keySet().iterator().next());
      }
    }
  }

  /** Notes that the turn of an agent has ended. Its edits stay for a while. */
  synchronized void idle(WorkspaceId workspace, AgentId agent) {
    Instant now = clock.instant();
    Entry entry = entry(workspace, agent, now);
    if (entry != null) {
      if (isWorking(entry)) {
        entry.activity = new AgentActivity(AgentActivity.State.IDLE, "", "", now);
        listener.accept(workspace);
      }
      entry.signAt = now;
    }
  }

  /** Forgets an agent. */
  synchronized void remove(WorkspaceId workspace, AgentId agent) {
    Map<AgentId, Entry> known = entries.get(workspace);
    if (known != null && known.remove(agent) != null) {
      count--;
      if (known.isEmpty()) {
        entries.remove(workspace);
      }
    }
  }

  /** Returns the newest edit of {@code file} by an agent other than {@code agent}, if it is new. */
  synchronized Optional<Edit> editByAnother(WorkspaceId workspace, AgentId agent, String file) {
    List<Edit> edits = new ArrayList<>();
    entries
        .getOrDefault(workspace, Map.of())
        .forEach(
            (other, entry) -> {
              Instant at = entry.files.get(file);
              if (at != null && !other.equals(agent) && !isOld(at)) {
                edits.add(new Edit(other, at));
              }
            });
    return edits.stream().max((one, two) -> one.at().compareTo(two.at()));
  }

  private @Nullable Entry entry(WorkspaceId workspace, AgentId agent, Instant now) {
    Map<AgentId, Entry> known = entries.get(workspace);
    Entry entry = known == null ? null : known.get(agent);
    if (entry != null || count >= MAX_AGENTS) {
      return entry;
    }
    Entry fresh = new Entry(new AgentActivity(AgentActivity.State.WORKING, "", "", now));
    entries.computeIfAbsent(workspace, first -> new ConcurrentHashMap<>()).put(agent, fresh);
    count++;
    listener.accept(workspace);
    return fresh;
  }

  private static boolean isWorking(Entry entry) {
    return entry.activity.state() == AgentActivity.State.WORKING;
  }

  private boolean isOld(Instant at) {
    return at.plus(SILENCE).isBefore(clock.instant());
  }

  /** Returns the present time. */
  Instant now() {
    return clock.instant();
  }
}
