package dev.parley.engine.backend.redis;

import static dev.parley.engine.backend.redis.StreamCodec.bytes;
import static dev.parley.engine.backend.redis.StreamCodec.list;
import static dev.parley.engine.backend.redis.StreamCodec.text;

import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.PositionLost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/** Reads the streams. The state of a log and its extent are read in one transaction. */
final class StreamReader {
  private static final int MAX_PAGE = 10_000;
  private static final int SEARCHED_AT_ONCE = 256;

  /** A topic's log as it was at one moment, and the entries that were asked for. */
  private record Log(String number, long last, boolean deleted, Object entries) {}

  private final RedisConnections lines;
  private final Keys keys;
  private final ToLongFunction<TopicName> before;

  StreamReader(RedisConnections lines, Keys keys, ToLongFunction<TopicName> before) {
    this.lines = lines;
    this.keys = keys;
    this.before = before;
  }

  /** Creates the topic, unless it exists. */
  void make(TopicName topic) {
    byte[] key = keys.topic(topic);
    byte[] first = bytes(before.applyAsLong(topic));
    byte[] log = AppendScript.newLog();
    lines.ask(
        line -> {
          line.sendCommand(Command.MULTI);
          line.sendCommand(Command.HSETNX, key, bytes("log"), log);
          line.sendCommand(Command.HSETNX, key, bytes("first"), first);
          line.sendCommand(Command.HSETNX, key, bytes("last"), first);
          line.sendCommand(Command.EXEC);
          return RedisConnections.replies(line, 5);
        });
  }

  /** The most recent messages. */
  MessagePage newest(TopicName topic, int limit) {
    byte[] count = bytes(Math.min(limit, MAX_PAGE));
    Optional<Log> log =
        lines.ask(
            line ->
                look(
                    line, topic, Command.XREVRANGE, bytes("+"), bytes("-"), bytes("COUNT"), count));
    if (log.isEmpty() || log.get().deleted()) {
      return new MessagePage(List.of(), StreamPosition.START.cursor(), false);
    }
    List<StoredMessage> messages = StreamCodec.messages(topic, log.get().entries());
    Collections.reverse(messages);
    Cursor end = StreamPosition.at(log.get().number(), log.get().last()).cursor();
    return new MessagePage(messages, next(messages, end), false);
  }

  /** Returns the messages that follow {@code cursor}. */
  MessagePage after(TopicName topic, Cursor cursor, int limit) {
    StreamPosition from = StreamPosition.of(cursor);
    int most = Math.min(limit, MAX_PAGE);
    byte[] count = bytes(most + 2L);
    Optional<Log> log =
        lines.ask(
            line ->
                look(
                    line,
                    topic,
                    Command.XRANGE,
                    bytes(from.seq() + "-0"),
                    bytes("+"),
                    bytes("COUNT"),
                    count));
    List<StoredMessage> found =
        log.isEmpty() ? new ArrayList<>() : StreamCodec.messages(topic, log.get().entries());
    if (!from.equals(StreamPosition.START)) {
      Optional<PositionLost.Reason> lost =
          log.isEmpty()
              ? Optional.of(PositionLost.Reason.ANOTHER_LOG)
              : lost(log.get(), from, found);
      if (lost.isPresent()) {
        throw StreamPosition.lost(topic, lost.get());
      }
      found.removeIf(stored -> stored.message().seq() == from.seq());
    }
    boolean hasMore = found.size() > most;
    List<StoredMessage> messages = hasMore ? found.subList(0, most) : found;
    return new MessagePage(messages, next(messages, cursor), hasMore);
  }

  /** The reason {@code position} is not in the log; empty where it is. */
  private static Optional<PositionLost.Reason> lost(
      Log log, StreamPosition position, List<StoredMessage> fromThere) {
    if (log.deleted() || !log.number().equals(position.log())) {
      return Optional.of(PositionLost.Reason.ANOTHER_LOG);
    } else if (log.last() < position.seq()) {
      return Optional.of(PositionLost.Reason.PAST_THE_END);
    }
    return fromThere.stream()
        .limit(1)
        .map(StoredMessage::message)
        .filter(there -> there.seq() == position.seq() && !position.isRightAfter(there.id()))
        .map(there -> PositionLost.Reason.ANOTHER_MESSAGE)
        .findFirst();
  }

  private static Cursor next(List<StoredMessage> messages, Cursor otherwise) {
    return messages.isEmpty() ? otherwise : messages.get(messages.size() - 1).cursor();
  }

  /** The place right after the topic's last message. */
  StreamPosition end(TopicName topic) {
    return lines.ask(line -> last(line, topic));
  }

  private StreamPosition last(Connection line, TopicName topic) {
    Optional<Log> found =
        look(line, topic, Command.XREVRANGE, bytes("+"), bytes("-"), bytes("COUNT"), bytes(1));
    if (found.isEmpty() || found.get().deleted()) {
      return StreamPosition.START;
    }
    Log log = found.get();
    List<StoredMessage> last = StreamCodec.messages(topic, log.entries());
    return last.isEmpty()
        ? StreamPosition.at(log.number(), log.last())
        : StreamPosition.after(log.number(), log.last(), last.get(0).message().id());
  }

  /**
   * Returns the place to go on from after {@code delivered}: {@code delivered} itself, unless the
   * topic has another log since. Then it is the furthest place before which the followers may have
   * got every message.
   */
  StreamPosition resumeAt(Connection line, TopicName topic, StreamPosition delivered) {
    if (delivered.equals(StreamPosition.START)) {
      return delivered;
    }
    Optional<Log> found =
        look(
            line,
            topic,
            Command.XRANGE,
            bytes(delivered.seq() + "-0"),
            bytes(delivered.seq() + StreamCodec.LAST_OF_POSITION),
            bytes("COUNT"),
            bytes(1));
    if (found.isEmpty() || !found.get().number().equals(delivered.log())) {
      return StreamPosition.START;
    }
    Log log = found.get();
    if (log.last() < delivered.seq()) {
      return last(line, topic);
    }
    return lost(log, delivered, StreamCodec.messages(topic, log.entries())).isEmpty()
        ? delivered
        : StreamPosition.at(log.number(), delivered.seq() - 1);
  }

  /** The message of this id, where it is still kept. */
  Optional<StoredMessage> find(TopicName topic, MessageId id) {
    byte[] key = keys.log(topic);
    byte[] end = bytes("+");
    while (true) {
      byte[] from = end;
      Object reply =
          lines.ask(
              line -> {
                line.sendCommand(
                    Command.XREVRANGE,
                    key,
                    from,
                    bytes("-"),
                    bytes("COUNT"),
                    bytes(SEARCHED_AT_ONCE));
                return line.getOne();
              });
      List<?> entries = list(reply);
      for (Object entry : entries) {
        StoredMessage stored = StreamCodec.message(topic, entry);
        if (stored.message().id().equals(id)) {
          return Optional.of(stored);
        }
      }
      if (entries.size() < SEARCHED_AT_ONCE) {
        return Optional.empty();
      }
      end = bytes("(" + text(list(entries.get(entries.size() - 1)).get(0)));
    }
  }

  private Optional<Log> look(Connection line, TopicName topic, Command command, byte[]... range) {
    byte[] stream = keys.log(topic);
    byte[][] words = new byte[range.length + 1][];
    words[0] = stream;
    System.arraycopy(range, 0, words, 1, range.length);
    line.sendCommand(Command.MULTI);
    line.sendCommand(
        Command.HMGET,
        keys.topic(topic),
        bytes("log"),
        bytes("last"),
        bytes("first"),
        bytes("until"));
    line.sendCommand(Command.XLEN, stream);
    line.sendCommand(Command.TIME);
    line.sendCommand(command, words);
    line.sendCommand(Command.EXEC);
    List<?> replies = list(RedisConnections.replies(line, 6).get(5));
    for (Object reply : replies) {
      if (reply instanceof JedisException refused) {
        throw refused;
      }
    }
    List<?> known = list(replies.get(0));
    if (known.get(0) == null) {
      return Optional.empty();
    }
    long last = Long.parseLong(text(known.get(1)));
    boolean isEmpty = (Long) replies.get(1) == 0 && last != Long.parseLong(text(known.get(2)));
    boolean hasExpired =
        known.get(3) != null && Long.parseLong(text(known.get(3))) <= millis(replies.get(2));
    return Optional.of(new Log(text(known.get(0)), last, isEmpty && !hasExpired, replies.get(3)));
  }

  private static long millis(Object time) {
    List<?> parts = list(time);
    return Long.parseLong(text(parts.get(0))) * 1_000 + Long.parseLong(text(parts.get(1))) / 1_000;
  }
}
