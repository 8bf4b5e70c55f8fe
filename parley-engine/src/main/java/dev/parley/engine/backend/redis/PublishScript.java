package dev.parley.engine.backend.redis;

import static dev.parley.engine.backend.redis.StreamCodec.bytes;
import static dev.parley.engine.backend.redis.StreamCodec.text;

import dev.parley.engine.backend.PostIdempotency;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.MessageDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * The one way a message gets to the listeners. It is atomic: it counts the topic on and publishes
 * to all of them, so all get the same order. No key contains the message, so no file of the server
 * does.
 */
final class PublishScript {
  /*
   * KEYS: count, receipt. ARGV: channel, seconds to remember the receipt, the payload, and of a
   * post with an idempotency key its id and the digest of its content, which the receipt has too.
   * Answers position and time; nothing where the topic is not there. One that comes again gets the
   * answer it got before.
   */
  private static final String TEXT =
      """
      local receipt = redis.call('GET', KEYS[2])
      if receipt then
        return receipt
      end
      if redis.call('EXISTS', KEYS[1]) == 0 then
        return false
      end
      local time = redis.call('TIME')
      local seq = redis.call('INCR', KEYS[1])
      receipt = string.format('%.0f %.0f', seq, time[1] * 1000 + math.floor(time[2] / 1000))
      redis.call('PUBLISH', ARGV[1], receipt .. ' ' .. ARGV[3])
      if ARGV[4] then
        receipt = receipt .. ' ' .. ARGV[4]
      end
      redis.call('SET', KEYS[2], receipt, 'EX', ARGV[2])
      return receipt
      """;

  /** Far longer than a post is tried. */
  private static final int REMEMBERED_SECONDS = 60;

  private final Keys keys;

  PublishScript(Keys keys) {
    this.keys = keys;
  }

  /** The receipt; null where the topic is not there. */
  @Nullable String run(
      Connection line, MessageDraft draft, MessageId id, @Nullable IdempotencyKey key) {
    List<byte[]> words = new ArrayList<>();
    words.add(bytes(TEXT));
    words.add(bytes(2));
    words.add(keys.count(draft.topic()));
    words.add(
        key == null
            ? keys.receipt(id)
            : keys.once(PostIdempotency.keyDigest(draft, key), draft.topic()));
    words.add(keys.channel(draft.topic()));
    words.add(bytes(key == null ? REMEMBERED_SECONDS : AppendScript.KEYS_KNOWN_SECONDS));
    words.add(bytes(PubSubCodec.words(draft, id)));
    if (key != null) {
      words.add(bytes(id.value() + " " + PostIdempotency.contentDigest(draft)));
    }
    line.sendCommand(Command.EVAL, words.toArray(new byte[0][]));
    Object receipt = line.getOne();
    return receipt == null ? null : text(receipt);
  }
}
