package dev.parley.engine.backend.jpa;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.PostIdempotency;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.concurrent.SharedExecutor;
import dev.parley.engine.log.CatchUp;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.NotificationChannel;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.LocalLog;
import dev.parley.spi.Original;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keeps topics as rows of the database. {@link #post} returns after the commit; how far a commit is
 * on its way to the disk then is the database's affair.
 *
 * <p>The thread that committed notifies the followers; a thread that polls at an interval of {@code
 * every} notifies them of what other nodes wrote. Where the nodes have {@link NotificationChannel},
 * the thread that receives its notifications does so, right after the commit. Polling goes on
 * beside it, for notifications that were missed.
 */
public final class JpaBackend implements LocalLog, IdempotentPosts {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(
          TopicRow.class,
          MessageRow.class,
          MessageKey.class,
          IdempotentPostRow.class,
          IdempotentPostId.class,
          CopyRow.class,
          CopyId.class,
          MirrorRow.class);

  private static final System.Logger LOG = System.getLogger(JpaBackend.class.getName());
  private static final int MAX_PAGE = 10_000;
  private static final long PRUNE_EVERY_MILLIS = 60_000;

  /** The longest wait for a look under way. One that is interrupted fails and is logged. */
  private static final Duration MAX_LOOK = Duration.ofSeconds(2);

  private final TopicRows rows;
  private final TopicPages pages;
  private final Copies copies;
  private final Duration every;
  private final Pruning pruning;
  private final Optional<NotificationChannel> notices;
  private final Optional<SharedExecutor> shared;
  private final Map<TopicName, TopicLog> logs = new ConcurrentHashMap<>();
  private final Map<String, TopicLog> byKey = new ConcurrentHashMap<>();
  private final AbsentTopics absent = new AbsentTopics();
  private volatile @Nullable PeriodicTasks looking;
  private volatile @Nullable PostNotifier others;

  /** A backend that finds the messages of other nodes, if there are any, by polling alone. */
  public JpaBackend(
      Transactions transactions,
      InstantSource clock,
      ToLongFunction<TopicName> before,
      Duration every,
      Retention retention) {
    this(transactions, clock, before, every, retention, Optional.empty());
  }

  /**
   * A backend to be connected.
   *
   * @param before the sequence number before the first message of a topic that is created
   * @param every the interval between two polls for messages of other nodes
   * @param retention the part of a topic that stays readable; the rest is removed each minute
   * @param notices the channel nodes notify each other with
   */
  public JpaBackend(
      Transactions transactions,
      InstantSource clock,
      ToLongFunction<TopicName> before,
      Duration every,
      Retention retention,
      Optional<NotificationChannel> notices) {
    this(transactions, clock, before, every, retention, notices, Optional.empty());
  }

  /**
   * The same on an executor of the application, where there is one.
   *
   * @param shared the executor; empty for threads of its own
   */
  public JpaBackend(
      Transactions transactions,
      InstantSource clock,
      ToLongFunction<TopicName> before,
      Duration every,
      Retention retention,
      Optional<NotificationChannel> notices,
      Optional<SharedExecutor> shared) {
    this.shared = shared;
    this.rows = new TopicRows(transactions, clock, before);
    this.pages = new TopicPages(rows);
    this.copies = new Copies(transactions, rows);
    this.every = every;
    this.pruning = new Pruning(transactions, clock, retention);
    this.notices = notices;
  }

  @Override
  public synchronized void connect() {
    if (looking == null) {
      PeriodicTasks looks = new PeriodicTasks("parley-topics", 1, shared);
      looks.every(every.toMillis(), this::look);
      looks.every(PRUNE_EVERY_MILLIS, pruning::prune);
      looking = looks;
      others = notices.map(words -> new PostNotifier(words, this::hear, this::look)).orElse(null);
    }
  }

  @Override
  public synchronized void disconnect() {
    PeriodicTasks looks = looking;
    looking = null;
    if (looks != null) {
      looks.end();
      var unused = looks.awaitEnd(MAX_LOOK);
    }
    PostNotifier notifier = others;
    others = null;
    if (notifier != null) {
      notifier.close();
    }
    absent.clear();
    logs.values().forEach(TopicLog::endSubscriptions);
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    checkConnected();
    return from.isPresent()
        ? CatchUp.follow(
            live -> follow(topic, live),
            after -> fetchAfter(topic, Optional.of(after), MAX_PAGE),
            from.get(),
            follower)
        : follow(topic, follower).subscription();
  }

  private LiveSubscription follow(TopicName topic, Consumer<StoredMessage> follower) {
    boolean isThere = known(topic).isPresent() || rows.find(topic).isPresent();
    return isThere
        ? log(topic).follow(follower)
        : new LiveSubscription(absent.follow(topic, follower), 0);
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return log(draft.topic()).post(draft, null);
  }

  /** {@inheritDoc} A key is known as long as its message is kept, to all nodes. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return log(draft.topic()).post(draft, key);
  }

  @Override
  public StoredMessage copy(MessageDraft draft, Original original, Optional<IdempotencyKey> key) {
    TopicLog log = log(draft.topic());
    Optional<StoredMessage> made = copied(log, draft.topic(), original);
    if (made.isPresent()) {
      return made.get();
    }
    try {
      return log.copy(draft, original, key.orElse(null));
    } catch (ConstraintViolated anotherNodeWasFirst) {
      return copied(log, draft.topic(), original).orElseThrow(() -> anotherNodeWasFirst);
    }
  }

  private Optional<StoredMessage> copied(TopicLog log, TopicName topic, Original original) {
    return copies
        .seqOf(log.key(), original.id())
        .map(seq -> rows.after(topic, log.key(), seq - 1, 1).get(0));
  }

  @Override
  public void link(Message message, Original original) {
    copies.link(log(message.topic()).key(), message, original);
  }

  @Override
  public Cursor beforeFirstToSend(TopicName topic) {
    String key = log(topic).key();
    return LogPosition.after(key, copies.beforeFirstWithout(key));
  }

  @Override
  public Optional<Original> newest(TopicName topic, long before, int skipped) {
    checkConnected();
    return copies.newest(topic, before, skipped);
  }

  @Override
  public Optional<MessageId> copyOf(TopicName topic, String originalId) {
    checkConnected();
    return copies.copyOf(topic, originalId);
  }

  @Override
  public Optional<String> originalOf(TopicName topic, MessageId copy) {
    checkConnected();
    return copies.originalOf(topic, copy);
  }

  @Override
  public Optional<StoredMessage> find(MessageDraft draft, IdempotencyKey key) {
    checkConnected();
    return rows.find(draft.topic()).flatMap(log -> find(log, draft, key));
  }

  private Optional<StoredMessage> find(String log, MessageDraft draft, IdempotencyKey key) {
    Message first = rows.under(draft.topic(), log, draft.sender().agent(), key);
    if (first == null) {
      return Optional.empty();
    }
    PostIdempotency.refuseOther(key, first.id(), PostIdempotency.areSame(first.draft(), draft));
    Message again = draft.accepted(first.id(), first.seq(), first.sentAt());
    return Optional.of(new StoredMessage(again, LogPosition.after(log, again)));
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    checkConnected();
    if (limit < 1) {
      throw InvalidArgument.refusal("limit", "it must be 1 or more");
    }
    Optional<String> key = known(topic).or(() -> rows.find(topic));
    if (key.isEmpty()) {
      after.ifPresent(cursor -> LogPosition.beforeFirst(topic, cursor));
      return new MessagePage(List.of(), LogPosition.start(), false);
    }
    return pages.page(topic, key.get(), after, Math.min(limit, MAX_PAGE));
  }

  @Override
  public Cursor cursorAfter(TopicName topic, long seq) {
    checkConnected();
    return known(topic)
        .or(() -> rows.find(topic))
        .map(key -> LogPosition.after(key, seq))
        .orElseGet(LogPosition::start);
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    checkConnected();
    return agent.value();
  }

  @Override
  public boolean isReachable() {
    return rows.areReachable();
  }

  @Override
  public int unconfirmed() {
    return logs.values().stream().mapToInt(TopicLog::unconfirmed).sum();
  }

  private TopicLog log(TopicName topic) {
    checkConnected();
    TopicLog known = logs.get(topic);
    if (known != null) {
      return known;
    }
    String key = rows.ensure(topic);
    TopicLog log =
        logs.computeIfAbsent(
            topic,
            name -> {
              TopicLog made = new TopicLog(name, key, rows, this::committed);
              byKey.put(key, made);
              return made;
            });
    absent.appeared(topic, log);
    return log;
  }

  private Optional<String> known(TopicName topic) {
    return Optional.ofNullable(logs.get(topic)).map(TopicLog::key);
  }

  /** Removes messages past the retention. */
  void prune() {
    pruning.prune();
  }

  private void committed(String key, long last) {
    PostNotifier notifier = others;
    if (notifier != null) {
      notifier.tell(key, last);
    }
  }

  /** Takes note that a node, maybe this one, committed up to {@code last}. */
  private void hear(String key, long last) {
    TopicLog log = byKey.get(key);
    try {
      if (log != null) {
        log.lookUpTo(last);
      } else {
        lookForAbsent();
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG, "The database is away; looking later.", Masking.trace(away));
    }
  }

  /** Subscribes waiting followers to topics that some node has created since. */
  private void lookForAbsent() {
    for (TopicName topic : absent.topics()) {
      TopicLog known = logs.get(topic);
      if (known != null) {
        absent.appeared(topic, known);
      } else if (rows.find(topic).isPresent()) {
        var unused = log(topic);
      }
    }
  }

  /** Reads the messages of other nodes in the topics that are followed here. */
  private void look() {
    try {
      lookForAbsent();
      for (TopicLog log : logs.values()) {
        if (log.isFollowed()) {
          log.lookUpTo(rows.last(log.key()));
        }
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG, "The database is away; looking again.", Masking.trace(away));
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Looking for messages failed; the next one goes on.",
          Masking.trace(e));
    }
  }

  private void checkConnected() {
    if (looking == null) {
      throw new IllegalStateException("the backend is not connected");
    }
  }
}
