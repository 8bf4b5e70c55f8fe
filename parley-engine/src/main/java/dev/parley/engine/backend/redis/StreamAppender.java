package dev.parley.engine.backend.redis;

import static dev.parley.engine.backend.redis.StreamCodec.list;
import static dev.parley.engine.backend.redis.StreamCodec.text;

import dev.parley.engine.backend.PostIdempotency;
import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Appends the posts of many threads: posts that come at once go to the server in one batch, on one
 * connection, and are answered in one batch.
 *
 * <p>A post whose answer was cut off is sent again for a while, as the server does not take it
 * twice. One that was never sent is refused at once.
 */
final class StreamAppender implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StreamAppender.class.getName());
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The words of an answer to a post that was not made before under its key. */
  private static final int NEW = 3;

  private static final class Post extends GroupCommit.Waiting {
    private final MessageDraft draft;
    private final @Nullable IdempotencyKey key;
    private final MessageId id = Ulids.nextMessage();
    private long number;
    private boolean settled;
    private @Nullable StoredMessage stored;

    Post(MessageDraft draft, @Nullable IdempotencyKey key) {
      this.draft = draft;
      this.key = key;
    }

    void answer(StoredMessage answer) {
      stored = answer;
      settled = true;
    }

    void refuse(RuntimeException why) {
      fail(why);
      settled = true;
    }
  }

  private final RedisConnections lines;
  private final StreamReader logs;
  private final AppendScript script;
  private final Duration timeout;
  private final GroupCommit<Post> commits = new GroupCommit<>(this::append);
  private volatile @Nullable Connection line;
  private volatile boolean suspect;
  private volatile boolean closed;

  // Used only by the thread that commits, and no two commit at a time.
  private final FileRewrite rewrite = new FileRewrite();
  private byte[] loaded = {};
  private long numbers;

  StreamAppender(RedisConnections lines, StreamReader logs, AppendScript script, Duration timeout) {
    this.lines = lines;
    this.logs = logs;
    this.script = script;
    this.timeout = timeout;
  }

  /** Returns when the server has the message, or one of the same agent under {@code key}. */
  StoredMessage post(MessageDraft draft, @Nullable IdempotencyKey key) {
    Post post = new Post(draft, key);
    commits.commit(post);
    return Objects.requireNonNull(post.stored);
  }

  private void append(List<Post> posts) {
    posts.forEach(this::number);
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean sent = false;
    boolean interrupted = false;
    List<Post> left = posts;
    while (!left.isEmpty()) {
      try {
        Connection ready = ready();
        sent = true;
        send(ready, left);
      } catch (JedisConnectionException cut) {
        drop();
        if (!sent) {
          left.forEach(post -> post.refuse(RedisConnections.refusal(cut)));
        } else if (closed || System.nanoTime() - deadline > 0) {
          giveUp(left, cut);
        } else {
          interrupted |= Thread.interrupted(); // or the pauses would be none
          LockSupport.parkNanos(this, PAUSE_NANOS);
        }
      }
      left = left.stream().filter(post -> !post.settled).toList();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A number of its own for {@code post}, of which the server knows nothing yet. */
  private void number(Post post) {
    post.number = ++numbers;
  }

  /** The number of posts the server has not confirmed. */
  int unconfirmed() {
    return commits.unsettled();
  }

  /**
   * Marks the connection as suspect after an outage, so that the next post is not sent on a
   * connection that nobody may read.
   */
  void suspect() {
    suspect = true;
  }

  private Connection ready() {
    if (suspect) {
      suspect = false;
      drop();
    }
    Connection known = line;
    if (known == null) {
      known = lines.open(Duration.ZERO);
      line = known;
      if (closed) {
        throw new JedisConnectionException("the backend was disconnected");
      }
      rewrite.afterStart(known);
      try {
        loaded = AppendScript.load(known);
      } catch (JedisDataException refused) {
        throw new JedisConnectionException(refused);
      }
    }
    return known;
  }

  private void send(Connection ready, List<Post> posts) {
    for (Post post : posts) {
      script.send(ready, loaded, post.number, post.draft, post.id, post.key);
    }
    List<Post> absent = new ArrayList<>();
    List<Post> taken = new ArrayList<>();
    boolean forgotten = false;
    for (Post post : posts) {
      try {
        Object answer = ready.getOne();
        if (answer == null) {
          absent.add(post);
        } else if (list(answer).isEmpty()) {
          taken.add(post);
        } else {
          answer(post, list(answer));
        }
      } catch (JedisNoScriptException e) {
        number(post);
        forgotten = true;
      } catch (JedisDataException refused) {
        post.refuse(RedisConnections.refusal(refused));
      }
    }
    taken.forEach(this::find);
    absent.forEach(this::make);
    if (forgotten) {
      drop();
    }
  }

  private static void answer(Post post, List<?> answer) {
    MessageId id = post.id;
    if (post.key != null && answer.size() > NEW) {
      id = new MessageId(text(answer.get(NEW)));
      String digest = text(answer.get(NEW + 1));
      try {
        PostIdempotency.refuseOther(
            post.key, id, digest.equals(PostIdempotency.contentDigest(post.draft)));
      } catch (ParleyException other) {
        post.refuse(other);
        return;
      }
    }
    post.answer(stored(post.draft, id, answer));
  }

  private static StoredMessage stored(MessageDraft draft, MessageId id, List<?> answer) {
    return StreamCodec.stored(
        draft,
        id,
        (Long) answer.get(0),
        text(answer.get(1)),
        Instant.ofEpochMilli(Long.parseLong(text(answer.get(2)))));
  }

  /** Finds a post that was taken when it was sent before, and of which only the answer was lost. */
  private void find(Post post) {
    try {
      Optional<StoredMessage> found = logs.find(post.draft.topic(), post.id);
      if (found.isPresent()) {
        post.answer(found.get());
      } else {
        giveUp(List.of(post), new IllegalStateException("it is no longer kept"));
      }
    } catch (JedisDataException refused) {
      giveUp(List.of(post), refused);
    }
  }

  private void make(Post post) {
    number(post);
    try {
      logs.make(post.draft.topic());
    } catch (JedisConnectionException cut) {
      throw cut;
    } catch (RuntimeException refused) {
      post.refuse(refused);
    }
  }

  /** Fails the posts whose outcome is not known: the server may have them. */
  private static void giveUp(List<Post> posts, RuntimeException why) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Redis did not answer, so it is not known whether it has {0} of the messages posted: {1}",
        posts.size(),
        Masking.message(why));
    LOG.log(System.Logger.Level.DEBUG, "Redis did not answer.", Masking.trace(why));
    posts.forEach(post -> post.refuse(RedisConnections.outcomeUnknown()));
  }

  private void drop() {
    Connection known = line;
    line = null;
    if (known != null) {
      RedisConnections.cut(known);
    }
  }

  /** Closes the connection and gives up posts under way. */
  @Override
  public void close() {
    closed = true;
    Connection known = line;
    if (known != null) {
      RedisConnections.cut(known);
    }
  }
}
