package dev.parley.engine.backend.jpa;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.log.CatchUp;
import dev.parley.engine.log.Followers;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A topic as this node writes and follows it. Followers are notified at once of a commit of this
 * node where nothing is missing before it. Everything else is read, so other nodes' messages come
 * in order and each is delivered once.
 */
final class TopicLog {
  private static final System.Logger LOG = System.getLogger(TopicLog.class.getName());
  private static final int PAGE = 512;

  /** One post and the thread that waits for it. */
  static final class Post extends GroupCommit.Waiting {
    private final NewPost entry;
    private @Nullable Message message;

    Post(NewPost entry) {
      this.entry = entry;
    }

    NewPost entry() {
      return entry;
    }

    /** Its message; null before it is appended. */
    @Nullable Message message() {
      return message;
    }

    void answer(Message answer) {
      message = answer;
    }

    void refuse(Throwable why) {
      fail(why);
    }
  }

  private final TopicName name;
  private final String key;
  private final TopicRows rows;
  private final ObjLongConsumer<String> committed;
  private final IdempotentAppends repeats;
  private final GroupCommit<Post> commits;
  private final Followers followers = new Followers();

  /** Guards {@link #delivered} and the notification of followers. */
  private final Object telling = new Object();

  private long delivered;

  /**
   * The sequence number of this node's last commit; read and written only by the thread that
   * commits.
   */
  private long written;

  /**
   * A topic.
   *
   * @param committed called with its key and the sequence number of this node's last commit
   */
  TopicLog(TopicName name, String key, TopicRows rows, ObjLongConsumer<String> committed) {
    this.name = name;
    this.key = key;
    this.rows = rows;
    this.commits = new GroupCommit<>(this::append, rows::committedByAnother);
    this.committed = committed;
    this.repeats = new IdempotentAppends(name, key, rows);
  }

  String key() {
    return key;
  }

  /** Returns when the message is committed. */
  StoredMessage post(MessageDraft draft, @Nullable IdempotencyKey once) {
    return post(new NewPost(draft, once, null));
  }

  /**
   * Returns when the copy is committed.
   *
   * @throws ConstraintViolated where the topic has a copy of that original
   */
  StoredMessage copy(MessageDraft draft, Original original, @Nullable IdempotencyKey once) {
    return post(new NewPost(draft, once, original));
  }

  private StoredMessage post(NewPost entry) {
    Post post = new Post(entry);
    commits.commit(post);
    return stored(Objects.requireNonNull(post.message));
  }

  /** The number of posts of this node that are not committed. */
  int unconfirmed() {
    return commits.unsettled();
  }

  private void append(List<Post> posts) {
    try {
      appendTogether(posts);
    } catch (ConstraintViolated oneOfThem) {
      if (posts.size() == 1) {
        throw oneOfThem;
      }
      posts.forEach(this::appendAlone);
    }
  }

  private void appendAlone(Post post) {
    try {
      appendTogether(List.of(post));
    } catch (RuntimeException | Error e) {
      post.refuse(e);
    }
  }

  private void appendTogether(List<Post> posts) {
    if (posts.stream().anyMatch(post -> post.entry.key() != null)) {
      repeats.appendOnce(posts, this::appendNew);
    } else {
      appendNew(posts);
    }
  }

  private void appendNew(List<Post> posts) {
    List<NewPost> entries = posts.stream().map(Post::entry).toList();
    List<Message> messages = rows.append(key, written, entries);
    written = messages.get(messages.size() - 1).seq();
    for (int i = 0; i < messages.size(); i++) {
      posts.get(i).message = messages.get(i);
    }
    committed.accept(key, written);
    tell(messages.stream().map(this::stored).toList());
  }

  private StoredMessage stored(Message message) {
    return new StoredMessage(message, LogPosition.after(key, message));
  }

  /** Passes every new message to {@code follower}. */
  LiveSubscription follow(Consumer<StoredMessage> follower) {
    synchronized (telling) {
      long last = rows.last(key);
      if (followers.isEmpty()) {
        delivered = last;
      }
      return new LiveSubscription(followers.add(follower, last), last);
    }
  }

  /** Passes every message to {@code follower}, from the first one on. */
  Subscription followFromStart(Consumer<StoredMessage> follower) {
    TopicPages pages = new TopicPages(rows);
    return CatchUp.follow(
        this::follow,
        after -> pages.page(name, key, Optional.of(after), PAGE),
        LogPosition.start(),
        follower);
  }

  /** Ends every subscription; when this returns, no follower is notified any more. */
  void endSubscriptions() {
    synchronized (telling) {
      followers.clear();
    }
  }

  boolean isFollowed() {
    return !followers.isEmpty();
  }

  /** Notifies followers of every commit up to {@code last}, whichever node made it. */
  void lookUpTo(long last) {
    synchronized (telling) {
      if (!followers.isEmpty() && last > delivered) {
        readUpTo(last);
      }
    }
  }

  private void tell(List<StoredMessage> committed) {
    synchronized (telling) {
      if (followers.isEmpty() || committed.isEmpty()) {
        return;
      }
      long first = seq(committed.get(0));
      long last = seq(committed.get(committed.size() - 1));
      if (first == delivered + 1) {
        committed.forEach(this::tell);
      } else if (last > delivered) {
        try {
          readUpTo(last);
        } catch (RuntimeException away) {
          LOG.log(
              System.Logger.Level.DEBUG,
              "Reading new messages failed; followers get them with the next post.",
              Masking.trace(away));
        }
      }
    }
  }

  private void readUpTo(long last) {
    while (delivered < last) {
      List<StoredMessage> page = rows.after(name, key, delivered, PAGE);
      if (page.isEmpty()) {
        return;
      }
      page.forEach(this::tell);
    }
  }

  private void tell(StoredMessage stored) {
    followers.pass(stored);
    delivered = seq(stored);
  }

  private static long seq(StoredMessage stored) {
    return stored.message().seq();
  }
}
