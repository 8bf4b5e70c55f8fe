package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One reader's subscription to one topic: an index, and nothing else that grows. An index is one of
 * the tail, from 1. A subscription that begins before the tail reads the log first, at indexes that
 * are all before the tail's.
 *
 * <p>Only the reader's drain moves the index; the topic reads it for back-pressure.
 */
public final class TopicSubscription {
  private static final long OVERTAKEN = -1;

  /** The index that stands for number 0 of the log. */
  private static final long LOG_START = Long.MIN_VALUE / 2;

  private final Topic topic;
  private final Reader reader;

  private volatile long index;
  private volatile long begun;
  private volatile boolean ended;

  /** Own messages up to {@link #index}; used by the drain. */
  private long ownPassed;

  /** Own messages in the topic; set by the writer. */
  private volatile long ownPosted;

  /**
   * The time back-pressure first saw it behind; {@code toReach} is the index it had to reach. Used
   * by the evaluator.
   */
  private long behindSince;

  private long toReach;

  /** Set by the drain when it has read everything, cleared by the evaluator. */
  private volatile boolean caughtUp;

  private final Backlog backlog;

  /** The messages to skip, because a call has returned them; null where there are none. */
  private volatile @Nullable AnsweredSeqs answered;

  private boolean behindTheTail;

  /** The number up to which the log was read before the tail. */
  private volatile long readInLog;

  TopicSubscription(Topic topic, Reader reader) {
    this.topic = topic;
    this.reader = reader;
    this.backlog = new Backlog(topic, reader);
    this.index = topic.tail().last();
    this.begun = index;
  }

  /** Starts where another subscription of the same connection is; called before the first read. */
  void startAt(TopicSubscription other) {
    ownPassed = other.ownPassed;
    ownPosted = other.ownPosted;
    readInLog = other.readInLog;
    index = other.index;
    begun = index;
  }

  /**
   * Starts where another subscription of the same connection began; called before the first read.
   */
  void startWhereBegun(TopicSubscription other) {
    ownPosted = other.ownPosted;
    index = other.begun;
    begun = index;
  }

  /** Skips the messages of {@code seqs} from now on. */
  public void passOver(AnsweredSeqs seqs) {
    answered = seqs;
  }

  /** Reads the log after {@code seq} first; called before the first read. */
  void startInLog(long seq) {
    index = LOG_START + seq;
    begun = index;
  }

  /** Returns the number of the last message passed; empty where the topic has had none yet. */
  public OptionalLong passedSeq() {
    return seq(index);
  }

  /** Returns the same number, if the log can be read on from it. */
  OptionalLong passedInLog() {
    long at = index;
    if (at < 0) {
      return seq(at);
    }
    long from = topic.storedFrom();
    return from == Long.MAX_VALUE ? OptionalLong.empty() : seq(Math.max(at, from - 1));
  }

  /** Returns the number of the last message before the first one read here. */
  public OptionalLong begunAfterSeq() {
    return seq(begun);
  }

  private OptionalLong seq(long at) {
    if (at < 0) {
      return OptionalLong.of(at - LOG_START);
    }
    if (topic.tail().last() == 0) {
      return readInLog > 0 ? OptionalLong.of(readInLog) : OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(at + topic.seqOfIndexZero(), readInLog));
  }

  /** Continues after the message {@code seq}, if the topic has a log. */
  void continueAfter(long seq) {
    if (topic.storedFrom() != Long.MAX_VALUE) {
      startInLog(seq);
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

  Reader reader() {
    return reader;
  }

  boolean hasEnded() {
    return ended;
  }

  long index() {
    return index;
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
      TopicEntry entry = index < 0 ? nextOfLog() : nextOfTail();
      if (entry == null) {
        return null;
      }
      boolean own = isOwn(entry);
      if (!own && (index < 0 || entry.message.seq() > readInLog) && !isAnswered(entry)) {
        return entry;
      }
      if (own && index >= 0) {
        ownPassed = entry.senderCount == 0 ? ownPassed + 1 : entry.senderCount;
      }
      index = entry.index;
    }
    return null;
  }

  private @Nullable TopicEntry nextOfTail() {
    Tail tail = topic.tail();
    TopicEntry entry = tail.at(index + 1);
    if (entry == null) {
      entry = fromLog(tail);
    } else if (behindTheTail) {
      behindTheTail = false;
      backlog.clear();
    }
    if (entry == null && !caughtUp && index >= tail.last()) {
      caughtUp = true;
    }
    return entry;
  }

  private @Nullable TopicEntry fromLog(Tail tail) {
    long wanted = index + 1;
    if (wanted >= tail.oldest() || readable(tail) != wanted) {
      return null;
    }
    behindTheTail = true;
    Message message = backlog.at(wanted + topic.seqOfIndexZero());
    return message == null ? null : new TopicEntry(wanted, message, 0);
  }

  /** Returns the next entry of the log; at its end, the subscription continues in the tail. */
  private @Nullable TopicEntry nextOfLog() {
    long wanted = index - LOG_START + 1;
    long first = backlog.firstFrom(wanted, Long.MAX_VALUE);
    if (first < Long.MAX_VALUE) {
      Message message = backlog.at(first);
      return message == null ? null : new TopicEntry(LOG_START + first, message, 0);
    }
    backlog.clear();
    return continueInTail(wanted) ? nextOfTail() : nextOfLog();
  }

  /**
   * Moves to the tail; returns false if the tail does not have the next message, since messages may
   * have come and gone meanwhile.
   */
  private boolean continueInTail(long wanted) {
    Tail tail = topic.tail();
    long before = tail.oldest() - 1;
    if (tail.last() > before) {
      TopicEntry oldest = tail.at(before + 1);
      if (oldest == null || oldest.message.seq() > wanted) {
        return false;
      }
    }
    readInLog = wanted - 1;
    index = before;
    return true;
  }

  /** Returns the first index, from the next one on, that can still be read. */
  private long readable(Tail tail) {
    long wanted = index + 1;
    long oldest = tail.oldest();
    if (wanted >= oldest || index < 0) {
      return wanted;
    }
    long stored = Math.max(wanted, topic.storedFrom());
    if (stored >= oldest) {
      return oldest;
    }
    long zero = topic.seqOfIndexZero();
    return Math.min(oldest, backlog.firstFrom(stored + zero, oldest + zero) - zero);
  }

  /** Returns true if there are lost messages to skip. */
  boolean hasLost() {
    return readable(topic.tail()) > index + 1;
  }

  /**
   * Counts the stored messages still to be read, the reader's own included. For any thread. Returns
   * 0 in the log before the first message of the tail.
   */
  long behind() {
    Tail tail = topic.tail();
    long at = index;
    long last = tail.last();
    if (at < 0) {
      return last == 0 ? 0 : Math.max(0, last + topic.seqOfIndexZero() - (at - LOG_START));
    }
    return Math.max(0, last - Math.max(at, Math.min(tail.oldest(), topic.storedFrom()) - 1));
  }

  void passed(TopicEntry entry) {
    index = entry.index;
  }

  /** Skips messages that are no longer stored; returns the number of those sent by others. */
  long skipEvicted() {
    Tail tail = topic.tail();
    if (ended || !hasLost()) {
      return 0;
    }
    long next;
    long ownBefore;
    do {
      long posted = ownPosted;
      next = readable(tail);
      ownBefore = ownBefore(tail, next, posted);
      if (ownBefore == OVERTAKEN && next >= topic.storedFrom()) {
        ownBefore = ownPassed; // the log has the rest, but not the senders of the lost messages
      }
    } while (ownBefore == OVERTAKEN);
    long lost = next - 1 - index - (ownBefore - ownPassed);
    AnsweredSeqs seqs = answered;
    if (seqs != null && index >= 0) {
      long zero = topic.seqOfIndexZero();
      lost = seqs.containsAll(index + 1 + zero, next - 1 + zero) ? 0 : lost;
    }
    index = next - 1;
    ownPassed = ownBefore;
    return lost;
  }

  /** Sets the index back, to deliver again everything after it. */
  void rewind(long to, long ownPassedThen) {
    if (to < index) {
      index = to;
      ownPassed = ownPassedThen;
    }
  }

  private boolean isAnswered(TopicEntry entry) {
    AnsweredSeqs seqs = answered;
    return seqs != null && seqs.contains(entry.message.seq());
  }

  private boolean isOwn(TopicEntry entry) {
    return entry.message.sender().connection().equals(reader.id());
  }

  /** Counts the own messages before {@code oldest}, if it is still the oldest. */
  private long ownBefore(Tail tail, long oldest, long posted) {
    for (long at = oldest; at <= tail.last(); at++) {
      TopicEntry entry = tail.at(at);
      if (entry == null) {
        return OVERTAKEN;
      }
      if (isOwn(entry)) {
        return Math.max(ownPassed, entry.senderCount - 1);
      }
    }
    return posted;
  }

  /**
   * Returns true if senders wait for this reader once it is too far behind. It must have a sink,
   * and either need no longer than {@code patience} nanoseconds for its backlog, or wait for us.
   * One that needs longer is not waited for until it has read everything. Called by one thread at a
   * time.
   */
  boolean isHealthy(long last, long allowance, long now, long patience) {
    if (!reader.isAttached() || index < 0) {
      behindSince = 0;
      return false;
    }
    if (caughtUp) {
      caughtUp = false;
      behindSince = 0;
    }
    if (last - index < allowance) {
      return true;
    }
    boolean inTime = behindSince == 0 || now - behindSince < patience;
    if (behindSince == 0 || (inTime && index >= toReach)) {
      behindSince = now == 0 ? 1 : now;
      toReach = last;
    }
    return inTime || reader.isQueued();
  }
}
