package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One reader's subscription to one topic: the number of the last message passed, and nothing else
 * that grows. What the tail no longer has, or never had, is read from the topic's log.
 *
 * <p>Only the reader's drain moves the number; the topic reads it for back-pressure.
 */
public final class TopicSubscription {
  private static final long OVERTAKEN = -1;

  /** The number of a subscription that began before the topic's first message. */
  private static final long BEFORE_FIRST = -1;

  private final Topic topic;
  private final ConnectionReader reader;
  private final int ownHash;

  private volatile Tail tail;
  private volatile long seq;
  private volatile long begun;
  private volatile boolean ended;

  /** True from a start in the log until it has read everything before the tail. */
  private volatile boolean inLog;

  private boolean begunInLog;

  /** The number after which the log was empty although the tail is further. */
  private long emptyAfter = BEFORE_FIRST;

  /** Own messages up to {@link #seq}; used by the drain. */
  private long ownPassed;

  /** Own messages in the topic; set by the writer. */
  private volatile long ownPosted;

  /**
   * The time back-pressure first saw it behind; {@code toReach} is the number it had to reach. Used
   * by the evaluator.
   */
  private long behindSince;

  private long toReach;

  /** Set by the drain when it has read everything, cleared by the evaluator. */
  private volatile boolean caughtUp;

  private final Backlog backlog;

  /** The messages to skip, because a call has returned them; null where there are none. */
  private volatile @Nullable AnsweredSeqs answered;

  TopicSubscription(Topic topic, ConnectionReader reader) {
    this.topic = topic;
    this.reader = reader;
    this.ownHash = reader.id().hashCode();
    this.backlog = new Backlog(topic, reader);
    this.tail = topic.tail();
    this.seq = tail.isEmpty() ? BEFORE_FIRST : tail.last();
    this.begun = seq;
  }

  /** Starts where another subscription of the same connection is; called before the first read. */
  void startAt(TopicSubscription other) {
    ownPassed = other.ownPassed;
    ownPosted = other.ownPosted;
    start(other.tail, other.seq, other.inLog);
  }

  /**
   * Starts where another subscription of the same connection began; called before the first read.
   */
  void startWhereBegun(TopicSubscription other) {
    ownPosted = other.ownPosted;
    start(other.tail, other.begun, other.begunInLog);
  }

  private void start(Tail in, long after, boolean log) {
    tail = in;
    seq = after;
    begun = after;
    inLog = log;
    begunInLog = log;
  }

  /** Skips the messages of {@code seqs} from now on. */
  public void passOver(AnsweredSeqs seqs) {
    answered = seqs;
  }

  /** Reads the log after {@code after} first; called before the first read. */
  void startInLog(long after) {
    start(tail, after, true);
  }

  /** Returns the number of the last message passed; empty where the topic has had none yet. */
  public OptionalLong passedSeq() {
    return known(seq);
  }

  /** Returns the same number, if the log can be read on from it. */
  OptionalLong passedInLog() {
    OptionalLong passed = topic.isStored() ? known(seq) : OptionalLong.empty();
    return inLog || passed.isEmpty()
        ? passed
        : OptionalLong.of(Math.max(passed.getAsLong(), topic.storedFrom() - 1));
  }

  /** Returns the number of the last message before the first one read here. */
  public OptionalLong begunAfterSeq() {
    return known(begun);
  }

  private OptionalLong known(long number) {
    return number == BEFORE_FIRST && tail.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(resolved(number));
  }

  private long resolved(long number) {
    return number == BEFORE_FIRST ? tail.beforeFirst() : number;
  }

  /** Continues after the message {@code after}, if the topic has a log. */
  void continueAfter(long after) {
    if (topic.isStored()) {
      startInLog(after);
    }
  }

  /** Ends it: nothing of the topic is delivered to the reader any more. */
  public void end() {
    ended = true;
    topic.unfollow(this);
    reader.remove(this);
  }

  /** Returns its topic. */
  public Topic topic() {
    return topic;
  }

  ConnectionReader reader() {
    return reader;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Returns the number of the last message passed. */
  long seq() {
    return resolved(seq);
  }

  long ownPassed() {
    return ownPassed;
  }

  long ownPosted() {
    return ownPosted;
  }

  /** Counts the reader's own messages, once each is in the topic. */
  void countOwn(long count) {
    ownPosted = count;
  }

  /** Returns the next entry of another sender; null where there is none. */
  @Nullable TopicEntry next() {
    while (!ended) {
      TopicEntry entry = nextOfAll();
      if (entry == null) {
        return null;
      }
      boolean own = isOwn(entry);
      if (!own && !isAnswered(entry)) {
        return entry;
      }
      if (own && !inLog) {
        ownPassed = entry.senderCount == 0 ? ownPassed + 1 : entry.senderCount;
      }
      seq = entry.seq;
    }
    return null;
  }

  private @Nullable TopicEntry nextOfAll() {
    Tail now = tail;
    long passed = resolved(seq);
    TopicEntry entry = now.at(passed + 1);
    if (entry == null) {
      return nextElsewhere(now, passed);
    }
    if (inLog || backlog.isInUse()) {
      inLog = false;
      backlog.clear();
    }
    return entry;
  }

  /** Returns the next entry where the tail does not have the next number. */
  private @Nullable TopicEntry nextElsewhere(Tail now, long passed) {
    TopicEntry entry = now.after(passed);
    if (entry != null && entry.previous <= passed) {
      return entry; // the numbers between are missing
    }
    if (inLog || (entry != null && readable(entry, passed + 1) == passed + 1)) {
      return nextOfLog(entry, passed);
    }
    if (entry == null) {
      Tail later = now.successor();
      if (later != null && passed >= now.last()) {
        tail = later;
        seq = later.beforeFirst() < now.last() ? BEFORE_FIRST : passed;
        return nextOfAll();
      }
      if (!caughtUp && passed >= now.last()) {
        caughtUp = true; // written only on a change, for the caches of the other threads
      }
    }
    return null;
  }

  /**
   * Returns the next entry of the log; at its end, the subscription continues in the tail.
   *
   * @param inTail the first entry of the tail after {@code passed}
   */
  private @Nullable TopicEntry nextOfLog(@Nullable TopicEntry inTail, long passed) {
    long first = backlog.firstFrom(passed + 1, Long.MAX_VALUE);
    if (first < Long.MAX_VALUE) {
      Message message = backlog.at(first);
      return message == null ? null : TopicEntry.ofLog(message);
    }
    if (inTail == null) {
      backlog.clear();
      inLog = false;
      return tail.at(passed + 1);
    }
    if (emptyAfter == passed) {
      inLog = false; // what the tail has comes next; the rest counts as lost
      return null;
    }
    emptyAfter = passed; // messages have come and gone since the log was read
    backlog.clear();
    var unused = backlog.at(passed + 1);
    return null;
  }

  /** Returns the first number, from the next one on, that can still be read. */
  private long readable(Tail now, long passed) {
    long wanted = passed + 1;
    TopicEntry entry = inLog || now.at(wanted) != null ? null : now.after(passed);
    return entry == null || entry.previous <= passed ? wanted : readable(entry, wanted);
  }

  /**
   * Returns the first number, from {@code wanted} on, that the log or the tail still has.
   *
   * @param entry the first entry of the tail after the one before {@code wanted}
   */
  private long readable(TopicEntry entry, long wanted) {
    long stored = Math.max(wanted, topic.storedFrom());
    return stored >= entry.seq
        ? entry.seq
        : Math.min(entry.seq, backlog.firstFrom(stored, entry.seq));
  }

  /** Returns true if there are lost messages to skip. */
  boolean hasLost() {
    long passed = resolved(seq);
    return readable(tail, passed) > passed + 1;
  }

  /**
   * Counts the stored messages still to be read, the reader's own included. For any thread. Returns
   * 0 before the first message of the tail.
   */
  long behind() {
    Tail now = tail;
    long passed = resolved(seq);
    if (!inLog && passed + 1 < now.oldest()) {
      passed = Math.max(passed, Math.min(now.oldest(), topic.storedFrom()) - 1);
    }
    return Math.max(0, now.last() - passed);
  }

  void passed(TopicEntry entry) {
    seq = entry.seq;
  }

  /** Skips messages that are no longer stored; returns the number of those sent by others. */
  long skipEvicted() {
    Tail now = tail;
    if (ended || !hasLost()) {
      return 0;
    }
    long passed = resolved(seq);
    long next;
    long ownBefore;
    do {
      long posted = ownPosted;
      next = readable(now, passed);
      ownBefore = ownBefore(now, next, posted);
      if (ownBefore == OVERTAKEN && next >= topic.storedFrom()) {
        ownBefore = ownPassed; // the log has the rest, but not the senders of the lost messages
      }
    } while (ownBefore == OVERTAKEN);
    AnsweredSeqs seqs = answered;
    boolean allAnswered = seqs != null && seqs.containsAll(passed + 1, next - 1);
    TopicEntry entry = now.at(next);
    long last = entry == null ? next - 1 : entry.previous;
    long lost = allAnswered ? 0 : last - passed - (ownBefore - ownPassed);
    seq = next - 1;
    ownPassed = ownBefore;
    return lost;
  }

  /** Sets the number back, to deliver again everything after it. */
  void rewind(long to, long ownPassedThen) {
    if (to < resolved(seq)) {
      seq = to;
      ownPassed = ownPassedThen;
    }
  }

  private boolean isAnswered(TopicEntry entry) {
    AnsweredSeqs seqs = answered;
    return seqs != null && seqs.contains(entry.seq);
  }

  private boolean isOwn(TopicEntry entry) {
    return entry.isFrom(reader.id(), ownHash);
  }

  /**
   * Counts the own messages before {@code oldest}, if it is still the oldest.
   *
   * @param posted the own messages when it was; more of them meanwhile may have left the tail
   */
  private long ownBefore(Tail now, long oldest, long posted) {
    TopicEntry entry = now.at(oldest);
    while (entry != null && !isOwn(entry)) {
      long seq = entry.seq;
      entry = now.after(seq);
      if (entry == null && seq == now.last()) {
        return posted == ownPosted ? posted : OVERTAKEN;
      }
      if (entry != null && entry.previous != seq) {
        return OVERTAKEN;
      }
    }
    return entry == null ? OVERTAKEN : Math.max(ownPassed, entry.senderCount - 1);
  }

  /**
   * Returns true if senders wait for this reader once it is too far behind. It must have a sink,
   * and either need no longer than {@code maxStall} nanoseconds for its backlog, or wait for us.
   * One that needs longer is not waited for until it has read everything. Called by one thread at a
   * time.
   */
  boolean isHealthy(long last, long maxLag, long now, long maxStall) {
    if (!reader.isAttached() || inLog) {
      behindSince = 0;
      return false;
    }
    if (caughtUp) {
      caughtUp = false;
      behindSince = 0;
    }
    long passed = resolved(seq);
    if (last - passed < maxLag) {
      return true;
    }
    boolean inTime = behindSince == 0 || now - behindSince < maxStall;
    if (behindSince == 0 || (inTime && passed >= toReach)) {
      behindSince = now == 0 ? 1 : now;
      toReach = last;
    }
    return inTime || reader.isQueued();
  }
}
