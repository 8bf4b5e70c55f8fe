package dev.parley.engine.session;

import dev.parley.engine.concurrent.KeyedListeners;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.event.SessionStarted;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import dev.parley.session.SessionOverview;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The sessions of this node: their rows, and those in use. */
public final class SessionDirectory {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(
          SessionRow.class,
          StateRow.class,
          EventRow.class,
          SeqKey.class,
          SessionMessageRow.class,
          MetadataRow.class,
          MetadataRow.Place.class);

  private static final String BY_NAME =
      "SELECT s.id FROM Session s WHERE s.workspace = :workspace AND s.name = :name";
  private static final String LAST_STARTED =
      """
      SELECT s.name FROM Session s WHERE s.workspace = :workspace AND s.startedAt > 0
      ORDER BY s.startedAt DESC, s.id DESC
      """;
  private static final String COUNT =
      "SELECT COUNT(s) FROM Session s WHERE s.workspace = :workspace";
  private static final String LAST_SEQ = "SELECT s.lastSeq FROM Session s WHERE s.id = :key";
  private static final int MAX_COUNTED = 1_000;
  private static final int MAX_AT_ONCE = 500;
  private static final String LATEST_START =
      "SELECT COALESCE(MAX(s.startedAt), 0) FROM Session s WHERE s.workspace = :workspace";
  private static final String START = "UPDATE Session s SET s.startedAt = :at WHERE s.id = :key";
  private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(500).toNanos();

  private static final System.Logger LOG = System.getLogger(SessionDirectory.class.getName());

  private record Key(WorkspaceId workspace, SessionId id) {}

  private record Latest(SessionId id, long readAt) {}

  private final Transactions transactions;
  private final InstantSource clock;
  private final SessionResources resources;
  private final int limit;
  private final DeliveryLedger ledger;
  private final Executor delivering;
  private final MailboxRegistry mail = new MailboxRegistry();
  private final Map<Key, LiveSession> live = new ConcurrentHashMap<>();
  private final Map<WorkspaceId, Latest> latest = new ConcurrentHashMap<>();
  private final KeyedListeners<WorkspaceId, Runnable> listeners = new KeyedListeners<>();
  private final SessionLook followers;
  private final SessionLook mailboxes;

  /**
   * Makes a directory over the rows behind {@code transactions}.
   *
   * @param limits the limits of one session's content
   * @param limit the maximum number of sessions of one workspace
   * @param ledger the progress of agents in session messages
   * @param delivering the executor that delivers messages
   * @param committed gets the workspace of each commit of this node; returns at once
   */
  public SessionDirectory(
      Transactions transactions,
      InstantSource clock,
      SessionLimits limits,
      int limit,
      DeliveryLedger ledger,
      Executor delivering,
      Consumer<WorkspaceId> committed) {
    this.ledger = ledger;
    this.delivering = delivering;
    this.transactions = transactions;
    this.clock = clock;
    this.resources = new SessionResources(transactions, clock, limits, mail, delivering, committed);
    this.limit = limit;
    this.followers = new SessionLook(transactions, LiveSession::isFollowed, LiveSession::lookAgain);
    this.mailboxes =
        new SessionLook(transactions, LiveSession::hasMailboxes, LiveSession::lookForMail);
  }

  /** Returns the session of that id; creates it where it is absent. */
  public LiveSession session(WorkspaceId workspace, SessionId id) {
    Key wanted = new Key(workspace, id);
    LiveSession known = live.get(wanted);
    if (known != null) {
      return known;
    }
    String key = ensure(workspace, id);
    long last =
        transactions.read(
            em -> em.createQuery(LAST_SEQ, Long.class).setParameter("key", key).getSingleResult());
    return live.computeIfAbsent(wanted, k -> new LiveSession(workspace, id, key, last, resources));
  }

  /** Finds the session of that id. */
  public Optional<LiveSession> find(WorkspaceId workspace, SessionId id) {
    boolean isKnown =
        live.containsKey(new Key(workspace, id))
            || transactions.read(em -> key(em, workspace, id)).isPresent();
    return isKnown ? Optional.of(session(workspace, id)) : Optional.empty();
  }

  /**
   * Delivers to the mailboxes, on this thread, what this node has committed in a session. A poll
   * that begins after a message was accepted then has it.
   *
   * @param session the session; empty for the one that was started last
   */
  public void deliverNow(WorkspaceId workspace, Optional<SessionId> session) {
    Latest last = latest.get(workspace);
    Optional<SessionId> in = session.or(() -> Optional.ofNullable(last).map(Latest::id));
    LiveSession found = in.map(id -> live.get(new Key(workspace, id))).orElse(null);
    if (found != null) {
      found.deliverNow();
    }
  }

  /** Returns the maximum number of sessions of one workspace. */
  public int limit() {
    return limit;
  }

  /** Counts the changes begun here that are not committed. */
  public int unconfirmed() {
    return live.values().stream().mapToInt(LiveSession::unconfirmed).sum();
  }

  /** Lists the sessions of a workspace, last started first. */
  public List<SessionOverview> recent(WorkspaceId workspace, int limit) {
    return recent(workspace, Optional.empty(), limit).items();
  }

  /** Lists the sessions after {@code after}, in the same order. */
  public ListPage<SessionOverview> recent(
      WorkspaceId workspace, Optional<SessionId> after, int limit) {
    return transactions.read(
        em ->
            new RecentSessions(em, workspace)
                .after(
                    after.map(id -> key(em, workspace, id).orElseThrow(RecentSessions::absent)),
                    limit));
  }

  /**
   * Delivers messages to {@code box} from now on; unread messages to its agent alone are counted a
   * little later.
   *
   * @param session its session; empty: the one started last
   */
  public void open(Mailbox box, Optional<SessionId> session) {
    mail.open(box);
    delivering.execute(() -> count(box, session));
  }

  /** A second call does nothing. */
  public void close(Mailbox box) {
    mail.close(box);
  }

  /**
   * Counts the unread messages to the box's agent alone at once.
   *
   * @throws ParleyException {@code unavailable}
   */
  public void countNow(Mailbox box, Optional<SessionId> session) {
    transactions.read(
        em -> {
          Optional<SessionId> in = session.or(() -> lastStarted(em, box.workspace()));
          in.ifPresent(id -> count(em, box, id));
          return in;
        });
  }

  /** Reads the messages of a session with some numbers, in order. */
  public List<SessionMessage> messages(WorkspaceId workspace, SessionId id, List<Long> seqs) {
    return at(workspace, id, seqs, SessionMessageRows::at);
  }

  /** Reads the lengths of messages with some numbers: in characters, by number. */
  public Map<Long, Long> lengths(WorkspaceId workspace, SessionId id, List<Long> seqs) {
    Map<Long, Long> lengths = new LinkedHashMap<>();
    at(workspace, id, seqs, (messages, some) -> messages.pages().lengthsAt(some))
        .forEach(found -> lengths.put(found.seq(), found.length()));
    return lengths;
  }

  private <T> List<T> at(
      WorkspaceId workspace,
      SessionId id,
      List<Long> seqs,
      BiFunction<SessionMessageRows, List<Long>, List<T>> read) {
    return transactions.read(
        em -> {
          Optional<String> key = key(em, workspace, id);
          List<T> found = new ArrayList<>(seqs.size());
          for (int from = 0; key.isPresent() && from < seqs.size(); from += MAX_AT_ONCE) {
            List<Long> some = seqs.subList(from, Math.min(seqs.size(), from + MAX_AT_ONCE));
            found.addAll(read.apply(new SessionMessageRows(em, key.get(), id), some));
          }
          return found;
        });
  }

  /**
   * Records that a poll of {@code box}'s connection has returned the message, or has not after all.
   */
  public void answered(Mailbox box, MailItem message, boolean arrived) {
    mail.answered(box, message, arrived);
  }

  private void count(Mailbox box, Optional<SessionId> session) {
    try {
      countNow(box, session);
      box.remind();
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Counting unread messages failed: database unreachable; they are not counted.",
          Masking.trace(away));
    }
  }

  private void count(EntityManager em, Mailbox box, SessionId id) {
    key(em, box.workspace(), id)
        .ifPresent(
            key ->
                new SessionMessageRows(em, key, id)
                    .toAlone(box.agent(), ledger.answered(key, box.agent()), MAX_COUNTED)
                    .forEach(seq -> box.count(id, seq)));
  }

  /** Returns true if {@code id} is the session started last, as far as this node knows. */
  public boolean isLatest(WorkspaceId workspace, SessionId id) {
    Latest known = latest.get(workspace);
    return known != null && known.id().equals(id);
  }

  /** Starts {@code id}, which makes it the session started last. */
  public LiveSession start(WorkspaceId workspace, SessionId id, AgentId agent) {
    LiveSession session = session(workspace, id);
    session.write(
        writing -> {
          EntityManager em = writing.entities();
          long before =
              em.createQuery(LATEST_START, Long.class)
                  .setParameter("workspace", workspace.value())
                  .getSingleResult();
          em.createQuery(START)
              .setParameter("at", Math.max(before + 1, writing.now()))
              .setParameter("key", session.key())
              .executeUpdate();
          return writing.record(agent, new SessionStarted(id));
        });
    isLatestNow(workspace, id);
    return session;
  }

  /**
   * Calls {@code listener} when another session of the workspace is the one started last, as far as
   * this node knows.
   */
  public Subscription onChange(WorkspaceId workspace, Runnable listener) {
    return listeners.add(workspace, listener)::run;
  }

  private void isLatestNow(WorkspaceId workspace, SessionId id) {
    Latest before = latest.put(workspace, new Latest(id, System.nanoTime()));
    if (before == null || !before.id().equals(id)) {
      listeners.each(workspace, Runnable::run);
    }
  }

  /** Returns the session started last, or starts a new one. */
  public LiveSession lastStarted(WorkspaceId workspace, AgentId agent) {
    Latest known = latest.get(workspace);
    if (known != null && System.nanoTime() - known.readAt() < LOOK_AGAIN_NANOS) {
      return session(workspace, known.id());
    }
    synchronized (this) {
      Optional<SessionId> started = transactions.call(em -> lastStarted(em, workspace));
      if (started.isEmpty()) {
        return start(workspace, SessionIds.ofStart(clock.instant()), agent);
      }
      isLatestNow(workspace, started.get());
      return session(workspace, started.get());
    }
  }

  /** Wakes the followers of sessions in which another node has written. */
  public void lookAgain() {
    followers.at(live.values());
  }

  /** Looks for messages from other nodes to mailboxes of this one. */
  public void lookForMail() {
    mail.workspaces().forEach(this::liven);
    mailboxes.at(live.values());
  }

  /** Delivers again where the messages of a session could not be read; needs no query. */
  public void repeatFailedDeliveries() {
    live.values().forEach(LiveSession::repeatFailedDelivery);
  }

  /** Loads the session started last, maybe on another node, into this one. */
  private void liven(WorkspaceId workspace) {
    Optional<SessionId> started = transactions.read(em -> lastStarted(em, workspace));
    started.ifPresent(
        id -> {
          isLatestNow(workspace, id);
          if (!live.containsKey(new Key(workspace, id))) {
            session(workspace, id);
            mail.each(workspace, box -> count(box, Optional.of(id)));
          }
        });
  }

  private String ensure(WorkspaceId workspace, SessionId id) {
    Optional<String> there = transactions.call(em -> key(em, workspace, id));
    if (there.isPresent()) {
      return there.get();
    }
    return make(workspace, id)
        .or(() -> transactions.call(em -> key(em, workspace, id)))
        .orElseGet(() -> ensure(workspace, id)); // another session has the random key
  }

  /** Makes the session; empty where its name or the key is taken. */
  private Optional<String> make(WorkspaceId workspace, SessionId id) {
    String key = SessionIds.nextKey();
    try {
      transactions.run(
          em -> {
            refuseIfFull(em, workspace);
            em.persist(new SessionRow(key, workspace, id, clock.millis()));
          });
      return Optional.of(key);
    } catch (ConstraintViolated taken) {
      return Optional.empty();
    }
  }

  private void refuseIfFull(EntityManager em, WorkspaceId workspace) {
    long sessions =
        em.createQuery(COUNT, Long.class)
            .setParameter("workspace", workspace.value())
            .getSingleResult();
    if (sessions >= limit) {
      throw new ParleyException(new ServerFull("sessions", limit));
    }
  }

  private static Optional<String> key(EntityManager em, WorkspaceId workspace, SessionId id) {
    return em
        .createQuery(BY_NAME, String.class)
        .setParameter("workspace", workspace.value())
        .setParameter("name", id.value())
        .getResultList()
        .stream()
        .findFirst();
  }

  private static Optional<SessionId> lastStarted(EntityManager em, WorkspaceId workspace) {
    return em
        .createQuery(LAST_STARTED, String.class)
        .setParameter("workspace", workspace.value())
        .setMaxResults(1)
        .getResultList()
        .stream()
        .findFirst()
        .map(SessionId::new);
  }
}
