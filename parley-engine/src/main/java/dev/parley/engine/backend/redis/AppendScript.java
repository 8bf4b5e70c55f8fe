package dev.parley.engine.backend.redis;

import static dev.parley.engine.backend.redis.StreamCodec.bytes;

import dev.parley.engine.backend.PostIdempotency;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.MessageDraft;
import dev.parley.spi.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * The one way a message gets into a stream. It is atomic: it takes the topic's next sequence
 * number, adds the message under it and bounds the history.
 *
 * <p>Posts of a writer carry numbers that grow. The topic remembers the last it took, so one that
 * comes again, also by a connection that was given up and is read late, is not taken twice.
 */
final class AppendScript {
  /*
   * KEYS: topic, log, taken, and of a post with an idempotency key what was answered under that.
   * ARGV: number of the post, number of a log that may be made, most messages or 0, age in ms or 0,
   *   seconds to remember the writer, message id, agent, nickname, connection, body, in reply to,
   *   and with an idempotency key: digest of the content, seconds to remember the key.
   * Answers position, log and time, of a post under a known key also id and digest; nothing where the topic is not there; an empty list where the
   * post was taken before. A stream that is gone before its time was deleted: that begins a log.
   */
  private static final String TEXT =
      """
      local once = KEYS[4] and redis.call('GET', KEYS[4])
      if once then
        local seq, of, at, id, digest = string.match(once, '(%S+) (%S+) (%S+) (%S+) (%S+)')
        if redis.call('HGET', KEYS[1], 'log') == of then
          return {tonumber(seq), of, at, id, digest}
        end
      end
      local taken = redis.call('GET', KEYS[3])
      if taken and tonumber(taken) >= tonumber(ARGV[1]) then
        return {}
      end
      local topic = redis.call('HMGET', KEYS[1], 'log', 'last', 'first', 'until')
      local log, last, first, ends = topic[1], topic[2], topic[3], topic[4]
      if not log then
        return false
      end
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      if redis.call('XLEN', KEYS[2]) == 0 and last ~= first
          and not (ends and tonumber(ends) <= now) then
        log = ARGV[2]
        redis.call('HSET', KEYS[1], 'log', log, 'first', last)
      end
      local seq = redis.call('HINCRBY', KEYS[1], 'last', 1)
      local place = string.format('%.0f-%s', seq, log)
      local at = string.format('%.0f', now)
      if ARGV[3] == '0' then
        redis.call('XADD', KEYS[2], place, 't', at, 'i', ARGV[6], 'a', ARGV[7], 'n', ARGV[8],
          'c', ARGV[9], 'b', ARGV[10], 'r', ARGV[11])
      else
        redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], place, 't', at, 'i', ARGV[6],
          'a', ARGV[7], 'n', ARGV[8], 'c', ARGV[9], 'b', ARGV[10], 'r', ARGV[11])
      end
      local age = tonumber(ARGV[4])
      if age > 0 then
        ends = string.format('%.0f', now + age)
        redis.call('HSET', KEYS[1], 'until', ends)
        redis.call('PEXPIREAT', KEYS[2], ends)
        if seq % 64 == 0 then
          local keep = place
          for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 256)) do
            keep = entry[1]
            if tonumber(entry[2][2]) + age > now then
              break
            end
          end
          redis.call('XTRIM', KEYS[2], 'MINID', keep)
        end
      elseif ends then
        redis.call('HDEL', KEYS[1], 'until')
        redis.call('PERSIST', KEYS[2])
      end
      redis.call('SET', KEYS[3], ARGV[1], 'EX', ARGV[5])
      if KEYS[4] then
        local answer = table.concat({string.format('%.0f', seq), log, at, ARGV[6], ARGV[12]}, ' ')
        redis.call('SET', KEYS[4], answer, 'EX', ARGV[13])
      end
      return {seq, log, at}
      """;

  /** Far longer than a post is tried, and than a connection that was given up can be read. */
  private static final int REMEMBERED_SECONDS = 3_600;

  /** The time an idempotency key is known. */
  static final int KEYS_KNOWN_SECONDS = 3_600;

  private final Keys keys;
  private final String writer;
  private final byte[] mostMessages;
  private final byte[] age;

  AppendScript(Keys keys, String writer, Retention bound) {
    this.keys = keys;
    this.writer = writer;
    this.mostMessages = bytes(bound.messages().orElse(0));
    this.age = bytes(bound.age().map(kept -> kept.toMillis()).orElse(0L));
  }

  /** A number for a log that is made. */
  static byte[] newLog() {
    return bytes(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
  }

  /** Makes the script known to the server. Returns the name it has there. */
  static byte[] load(Connection line) {
    line.sendCommand(Command.SCRIPT, bytes("LOAD"), bytes(TEXT));
    return (byte[]) line.getOne();
  }

  /** Sends post {@code number} of this writer. */
  void send(
      Connection line,
      byte[] script,
      long number,
      MessageDraft draft,
      MessageId id,
      @Nullable IdempotencyKey key) {
    List<byte[]> words = new ArrayList<>();
    words.add(script);
    words.add(bytes(key == null ? 3 : 4));
    words.add(keys.topic(draft.topic()));
    words.add(keys.log(draft.topic()));
    words.add(keys.taken(writer, draft.topic()));
    if (key != null) {
      words.add(keys.once(PostIdempotency.keyDigest(draft, key), draft.topic()));
    }
    words.add(bytes(number));
    words.add(newLog());
    words.add(mostMessages);
    words.add(age);
    words.add(bytes(REMEMBERED_SECONDS));
    words.addAll(StreamCodec.values(draft, id));
    if (key != null) {
      words.add(bytes(PostIdempotency.contentDigest(draft)));
      words.add(bytes(KEYS_KNOWN_SECONDS));
    }
    line.sendCommand(Command.EVALSHA, words.toArray(new byte[0][]));
  }
}
