package dev.parley.war.feed;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.ChangeListener;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.login.People;
import dev.parley.war.settings.Version;
import dev.parley.war.view.AgentSources;
import dev.parley.war.view.AgentView;
import dev.parley.war.view.RoomMessageView;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a workspace, sent to every page that is open. Nothing is kept for pages. A page
 * that opens its stream first, and then reads what it shows from its last cursor on, has missed
 * nothing, however long it was away.
 *
 * <p>Each event is written once for all pages. A page gets in one piece what gathered since the
 * piece before, some milliseconds ago. While no page is open, nothing is followed.
 */
public final class Feed {
  private static final AgentId OBSERVER = new AgentId("_page");

  /**
   * The pause between two pieces for the same page; the more pages, the more is gathered for each.
   */
  private static final Duration MIN_PAUSE = Duration.ofMillis(10);

  private static final Duration MAX_PAUSE = Duration.ofMillis(25);
  private static final int FEW_PAGES = 20;

  private static final int LEFT_OPEN_BEATS = 4;

  private final Supplier<Parley> parley;
  private final WorkspaceId workspace;
  private final Set<PageStream> pages = ConcurrentHashMap.newKeySet();
  private final RateHistory messages = new RateHistory(System::nanoTime);
  private final RateHistory events = new RateHistory(System::nanoTime);
  private final SseBatch forAll = new SseBatch();
  private final People people;
  private final LoopGuards guards;
  private final WakeServices wake;
  private final WakeTests tests;
  private final int maxStreams;

  private volatile @Nullable Connection observer;

  /** Held for a read of the workspace. Taken before this where both are needed. */
  private final Object reads = new Object();

  /** The followed sessions. Guarded by this. */
  private final SessionWatches watches = new SessionWatches(this::happened, this::publish);

  private final PartPaces paces = new PartPaces(); // guarded by reads, as is what the state has
  private final WaitingWatch waiting = new WaitingWatch();

  private volatile @Nullable WorkspaceState state;
  private volatile @Nullable FeedSchedule clock;
  private int beatsWithoutPages; // of the thread that beats

  /** The agents that were stopped, or whose stop was lifted, since they were read. */
  private final Set<AgentId> stopsChanged = ConcurrentHashMap.newKeySet();

  /** The parts of the workspace that changed since they were read. */
  private final Set<ChangeListener.Part> changed = ConcurrentHashMap.newKeySet();

  /**
   * A feed that nobody follows yet.
   *
   * @param people the names that are people's
   * @param wake the guards, the reach and the activities of agents
   * @param maxStreams how many event streams one login may have open
   */
  public Feed(
      Supplier<Parley> parley,
      WorkspaceId workspace,
      People people,
      WakeServices wake,
      int maxStreams) {
    this.parley = parley;
    this.workspace = workspace;
    this.people = people;
    this.wake = wake;
    this.guards = wake.desks().guards();
    this.tests = wake.tests();
    this.maxStreams = maxStreams;
  }

  /** Shows pages that an agent was stopped, or that its stop was lifted. */
  void stopChanged(AgentId agent) {
    if (clock != null) {
      stopsChanged.add(agent);
      statesChanged();
    }
  }

  /** Shows pages the agents whose state is another one. */
  void statesChanged() {
    changed(ChangeListener.Part.AGENTS);
  }

  int maxStreams() {
    return maxStreams;
  }

  /** Returns a connection that sees every room and is in none, for reading. */
  public Connection observer() {
    Connection known = observer;
    return known == null ? connected() : known;
  }

  private synchronized Connection connected() {
    Connection known = observer;
    if (known == null) {
      known =
          parley
              .get()
              .connect(
                  new ConnectOptions(workspace, Optional.of(OBSERVER), Optional.empty())
                      .observing());
      observer = known;
    }
    return known;
  }

  /** Reads what is known about the agents now. */
  public AgentSources agents() {
    Optional<Session> session = currentSession().flatMap(observer().sessions()::find);
    return new AgentSources(
        session.map(Session::workStates).orElse(List.of()).stream()
            .collect(Collectors.toMap(WorkState::agent, Function.identity())),
        session.map(Session::thoughts).orElse(List.of()).stream()
            .collect(Collectors.toMap(Thought::agent, Function.identity())),
        agent -> people.has(workspace, agent),
        agent -> guards.stop(workspace, agent),
        tests.reaches(workspace),
        agent -> wake.desks().activities().of(workspace, agent),
        wake.desks().unconnected(workspace));
  }

  /** Returns the number of open pages. */
  public int pages() {
    return pages.size();
  }

  /** Returns the messages of rooms in the last minutes. */
  public RateHistory messages() {
    return messages;
  }

  /** Returns the events of sessions in the last minutes. */
  public RateHistory events() {
    return events;
  }

  /** The session that is current in the workspace; none is started for it. */
  public Optional<SessionId> currentSession() {
    return WorkspaceState.currentSession(observer());
  }

  /**
   * Sends {@code page} every change from now on. The hello goes out first: a page that got an event
   * before it would take what it missed for read.
   *
   * @throws ParleyException {@code unavailable}
   */
  void open(PageStream page) {
    synchronized (reads) {
      synchronized (this) {
        WorkspaceState now = state == null ? begin() : state;
        if (page.wanted().isEmpty()) {
          read(ChangeListener.Part.SESSIONS, now); // it may have been started a moment ago
        }
        Optional<SessionId> shown = page.wanted().or(now::session);
        shown.ifPresent(this::watch);
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("session", shown.map(SessionId::value).orElse(null));
        hello.put("workspace", workspace.value());
        hello.put("version", Version.text());
        page.write(SseBatch.of(FeedEvent.HELLO, hello));
        pages.add(page);
        if (page.hasEnded()) { // with its login, before it was one of them
          pages.remove(page);
        }
      }
    }
  }

  void over(PageStream page) {
    pages.remove(page);
  }

  /** Follows first and reads then: a change during the read is read once more. */
  private WorkspaceState begin() {
    Connection observing = observer();
    changed.clear();
    stopsChanged.clear();
    forAll.take();
    Subscription following = observing.onChange(new FeedChanges(observing, this::changed));
    WorkspaceState first;
    try {
      first = new WorkspaceState(observing, this::agents);
    } catch (RuntimeException away) {
      following.close();
      throw away;
    }
    FeedSchedule ticking = new FeedSchedule(this::flush, this::pause, this::read);
    state = first;
    clock = ticking;
    observing.listen(this::arrived);
    ticking.begin(this::beat);
    readSoon();
    return first;
  }

  private void changed(ChangeListener.Part part) {
    changed.add(part);
    readSoon();
  }

  private void readSoon() {
    FeedSchedule ticking = clock;
    if (ticking != null && !changed.isEmpty()) {
      ticking.readSoon();
    }
  }

  private Duration pause() {
    return pages.size() > FEW_PAGES ? MAX_PAUSE : MIN_PAUSE;
  }

  private void publish(FeedEvent event, Object data) {
    forAll.add(event, data);
    publish();
  }

  private void publish() {
    FeedSchedule ticking = clock;
    if (ticking != null) {
      ticking.writeSoon();
    }
  }

  /** Counts an event of a session; states of agents follow from all but thoughts. */
  private void happened(Event event) {
    events.count();
    if (WaitingWatch.concerns(event)) {
      changed.add(ChangeListener.Part.WAITING);
    }
    if (event.kind() != Event.Kind.AGENT_THINKING) {
      statesChanged();
    }
  }

  private void arrived(Event event) {
    if (event instanceof MessageArrived arrived) {
      messages.count();
      publish(FeedEvent.MESSAGE, RoomMessageView.of(arrived.message()));
    }
  }

  /** Watches a session, unless the feed was closed during the read that found it. */
  private synchronized void watch(SessionId id) {
    if (clock != null) {
      watches.watch(id, observer().sessions());
    }
  }

  /** Writes without waiting, so that holding the lock delays nobody. */
  private synchronized void flush() {
    byte[] all = forAll.take();
    Map<SessionId, SessionBatch.Taken> each = watches.take();
    for (PageStream page : pages) {
      page.write(all, page.wanted().or(this::session).map(each::get));
    }
  }

  /**
   * Shows proxies that the streams live, and reads everything. That finds what nobody reports: a
   * room that another node made, made durable, or emptied, without an agent that came or went.
   */
  private void beat() {
    beatsWithoutPages = pages.isEmpty() ? beatsWithoutPages + 1 : 0;
    if (beatsWithoutPages > LEFT_OPEN_BEATS) {
      close();
      return;
    }
    pages.forEach(PageStream::beat);
    changed.addAll(EnumSet.allOf(ChangeListener.Part.class));
    readSoon();
  }

  /** Reads what changed, and sends the difference. What cannot be read is read once more. */
  private void read() {
    synchronized (reads) {
      for (ChangeListener.Part part : ChangeListener.Part.values()) {
        WorkspaceState now = state;
        if (now != null && paces.isDue(part) && changed.remove(part)) {
          try {
            paces.timed(part, () -> read(part, now));
          } catch (RuntimeException away) {
            changed.add(part);
            readSoon();
            throw away;
          }
        }
      }
    }
    forgetUnwatched();
    readSoon();
  }

  private void read(ChangeListener.Part part, WorkspaceState now) {
    switch (part) {
      case ROOMS ->
          now.readRooms()
              .map(followed -> followed.stream().map(RoomName::value).toList())
              .ifPresent(followed -> publish(FeedEvent.ROOMS, Map.of("followed", followed)));
      case AGENTS -> {
        Set<AgentId> besides = Set.copyOf(stopsChanged);
        List<AgentView> agents = now.readAgents(besides);
        stopsChanged.removeAll(besides);
        if (!agents.isEmpty()) {
          publish(FeedEvent.AGENTS, Map.of("items", agents));
        }
      }
      case SESSIONS ->
          now.readSession()
              .ifPresent(
                  started -> {
                    watch(started);
                    statesChanged();
                    publish(FeedEvent.SESSION, Map.of("id", started.value()));
                  });
      case WAITING -> waiting.read(observer(), pages);
    }
  }

  private Optional<SessionId> session() {
    WorkspaceState now = state;
    return now == null ? Optional.empty() : now.session();
  }

  private synchronized void forgetUnwatched() {
    Set<SessionId> wanted = new HashSet<>();
    session().ifPresent(wanted::add);
    pages.forEach(page -> page.wanted().ifPresent(wanted::add));
    watches.retain(wanted);
  }

  /** Ends the streams of pages, which come back when there is a server again. */
  public void close() {
    synchronized (reads) {
      synchronized (this) {
        FeedSchedule ticking = clock;
        if (ticking != null) {
          ticking.stop();
          clock = null;
        }
        state = null;
        pages.forEach(PageStream::end);
        watches.retain(Set.of());
        Connection ended = observer;
        observer = null;
        if (ended != null) {
          ended.close();
        }
      }
    }
  }
}
