package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One reader's place in one topic: a position, and nothing else that grows. Positions are those of
 * the tail, from 1; one that begins with what was said before the tail reads the log first, at
 * positions that are all before the tail's.
 *
 * <p>The position is moved by the reader's drain alone; the topic looks at it for back-pressure.
 */
public final class TopicSubscription {
  private static final long OVERTAKEN = -1;

  /** What stands for position 0 of the log. */
  private static final long LOG = Long.MIN_VALUE / 2;

  private final Topic topic;
  private final Reader reader;

  private volatile long position;
  private volatile long begun;
  private volatile boolean ended;

  /** Own messages at or before {@link #position}; the drain's. */
  private long ownPassed;

  /** Own messages in the topic; the writer's. */
  private volatile long ownPosted;

  /** When back-pressure saw it behind, and the position it had to reach; the evaluator's. */
  private long behindSince;

  private long toReach;

  /** Set by the drain when it has read all there is, taken back by the evaluator. */
  private volatile boolean caughtUp;

  private final Backlog backlog;

  /** What is passed over, as some call was answered with it; null where there is nothing such. */
  private volatile @Nullable AnsweredSeqs answered;

  private boolean behindTheTail;

  /** Up to where the log was read before the tail. */
  private volatile long readInLog;

  TopicSubscription(Topic topic, Reader reader) {
    this.topic = topic;
    this.reader = reader;
    this.backlog = new Backlog(topic, reader);
    this.position = topic.tail().last();
    this.begun = position;
  }

  /** Takes the place of another reading of the same connection; called before it is read. */
  void startAt(TopicSubscription other) {
    ownPassed = other.ownPassed;
    ownPosted = other.ownPosted;
    readInLog = other.readInLog;
    position = other.position;
    begun = position;
  }

  /** Begins where another reading of the same connection began; called before it is read. */
  void startWhereBegun(TopicSubscription other) {
    ownPosted = other.ownPosted;
    position = other.begun;
    begun = position;
  }

  /** Passes over the messages of {@code seqs} from now on. */
  public void passOver(AnsweredSeqs seqs) {
    answered = seqs;
  }

  /** Reads the log after {@code seq} first; called before it is read. */
  void startInLog(long seq) {
    position = LOG + seq;
    begun = position;
  }

  /** The number in the log of the last message that was passed; empty where none was said yet. */
  public OptionalLong passedSeq() {
    return seq(position);
  }

  /** The same, where the log can go on from it. */
  OptionalLong passedInLog() {
    long at = position;
    if (at < 0) {
      return seq(at);
    }
    long from = topic.keptFrom();
    return from == Long.MAX_VALUE ? OptionalLong.empty() : seq(Math.max(at, from - 1));
  }

  /** The number in the log of the last message before the first that is read here. */
  public OptionalLong begunAfterSeq() {
    return seq(begun);
  }

  private OptionalLong seq(long at) {
    if (at < 0) {
      return OptionalLong.of(at - LOG);
    }
    if (topic.tail().last() == 0) {
      return readInLog > 0 ? OptionalLong.of(readInLog) : OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(at + topic.seqOfPositionZero(), readInLog));
  }

  /** Goes on after the message {@code seq}, where its topic is kept in a log. */
  void goOnAfter(long seq) {
    if (topic.keptFrom() != Long.MAX_VALUE) {
      startInLog(seq);
    }
  }

  /** Ends it: nothing of the topic is delivered to the reader any more. */
  public void end() {
    ended = true;
    topic.unfollow(this);
    reader.remove(this);
  }

  /** What is read. */
  public Topic topic() {
    return topic;
  }

  Reader reader() {
    return reader;
  }

  boolean hasEnded() {
    return ended;
  }

  long position() {
    return position;
  }

  long ownPassed() {
    return ownPassed;
  }

  long ownPosted() {
    return ownPosted;
  }

  /** Told of each message of the reader's own, once it stands in the topic. */
  void countOwn(long ordinal) {
    ownPosted = ordinal;
  }

  /** The next entry of somebody else, passing over the reader's own; null where there is none. */
  @Nullable TopicEntry next() {
    while (!ended) {
      TopicEntry entry = position < 0 ? nextOfLog() : nextOfTail();
      if (entry == null) {
        return null;
      }
      boolean own = isOwn(entry);
      if (!own && (position < 0 || entry.message.seq() > readInLog) && !isAnswered(entry)) {
        return entry;
      }
      if (own && position >= 0) {
        ownPassed = entry.senderOrdinal == 0 ? ownPassed + 1 : entry.senderOrdinal;
      }
      position = entry.position;
    }
    return null;
  }

  private @Nullable TopicEntry nextOfTail() {
    Tail tail = topic.tail();
    TopicEntry entry = tail.at(position + 1);
    if (entry == null) {
      entry = fromLog(tail);
    } else if (behindTheTail) {
      behindTheTail = false;
      backlog.clear();
    }
    if (entry == null && !caughtUp && position >= tail.last()) {
      caughtUp = true;
    }
    return entry;
  }

  private @Nullable TopicEntry fromLog(Tail tail) {
    long wanted = position + 1;
    if (wanted >= tail.oldest() || readable(tail) != wanted) {
      return null;
    }
    behindTheTail = true;
    Message message = backlog.at(wanted + topic.seqOfPositionZero());
    return message == null ? null : new TopicEntry(wanted, message, 0);
  }

  /** What the log has next; where it has no more, the reading goes on in the tail. */
  private @Nullable TopicEntry nextOfLog() {
    long wanted = position - LOG + 1;
    long first = backlog.firstFrom(wanted, Long.MAX_VALUE);
    if (first < Long.MAX_VALUE) {
      Message message = backlog.at(first);
      return message == null ? null : new TopicEntry(LOG + first, message, 0);
    }
    backlog.clear();
    return goOnInTail(wanted) ? nextOfTail() : nextOfLog();
  }

  /** Answers whether the tail has what follows: messages may have come and gone meanwhile. */
  private boolean goOnInTail(long wanted) {
    Tail tail = topic.tail();
    long before = tail.oldest() - 1;
    if (tail.last() > before) {
      TopicEntry oldest = tail.at(before + 1);
      if (oldest == null || oldest.message.seq() > wanted) {
        return false;
      }
    }
    readInLog = wanted - 1;
    position = before;
    return true;
  }

  /** The first position from the next one on that can still be read. */
  private long readable(Tail tail) {
    long wanted = position + 1;
    long oldest = tail.oldest();
    if (wanted >= oldest || position < 0) {
      return wanted;
    }
    long kept = Math.max(wanted, topic.keptFrom());
    if (kept >= oldest) {
      return oldest;
    }
    long zero = topic.seqOfPositionZero();
    return Math.min(oldest, backlog.firstFrom(kept + zero, oldest + zero) - zero);
  }

  /** Whether there is something to step over. */
  boolean hasLost() {
    return readable(topic.tail()) > position + 1;
  }

  /**
   * How many messages are to be read that are kept, the reader's own included. For any thread; in
   * the log before the first message of the tail, that are none.
   */
  long behind() {
    Tail tail = topic.tail();
    long at = position;
    long last = tail.last();
    if (at < 0) {
      return last == 0 ? 0 : Math.max(0, last + topic.seqOfPositionZero() - (at - LOG));
    }
    return Math.max(0, last - Math.max(at, Math.min(tail.oldest(), topic.keptFrom()) - 1));
  }

  void passed(TopicEntry entry) {
    position = entry.position;
  }

  /** Steps over what is kept no more; answers how many of others' messages those were. */
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
      if (ownBefore == OVERTAKEN && next >= topic.keptFrom()) {
        ownBefore = ownPassed; // the log has what follows, and does not say whose the lost were
      }
    } while (ownBefore == OVERTAKEN);
    long lost = next - 1 - position - (ownBefore - ownPassed);
    AnsweredSeqs seqs = answered;
    if (seqs != null && position >= 0) {
      long zero = topic.seqOfPositionZero();
      lost = seqs.containsAll(position + 1 + zero, next - 1 + zero) ? 0 : lost;
    }
    position = next - 1;
    ownPassed = ownBefore;
    return lost;
  }

  /** Puts the position back, to deliver again what followed it. */
  void rewind(long to, long ownPassedThen) {
    if (to < position) {
      position = to;
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

  /** How many own messages stand before {@code oldest}, if it is still the oldest. */
  private long ownBefore(Tail tail, long oldest, long posted) {
    for (long at = oldest; at <= tail.last(); at++) {
      TopicEntry entry = tail.at(at);
      if (entry == null) {
        return OVERTAKEN;
      }
      if (isOwn(entry)) {
        return Math.max(ownPassed, entry.senderOrdinal - 1);
      }
    }
    return posted;
  }

  /**
   * Whether senders wait for this reader once it is too far behind: it is attached, and either
   * takes no longer than {@code patience} nanoseconds for what it is behind, or waits for us. One
   * that takes longer is not waited for until it has read all there is. Called by one thread at a
   * time.
   */
  boolean isHealthy(long last, long allowance, long now, long patience) {
    if (!reader.isAttached() || position < 0) {
      behindSince = 0;
      return false;
    }
    if (caughtUp) {
      caughtUp = false;
      behindSince = 0;
    }
    if (last - position < allowance) {
      return true;
    }
    boolean inTime = behindSince == 0 || now - behindSince < patience;
    if (behindSince == 0 || (inTime && position >= toReach)) {
      behindSince = now == 0 ? 1 : now;
      toReach = last;
    }
    return inTime || reader.isQueued();
  }
}
