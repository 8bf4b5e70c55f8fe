package dev.parley.chat;

import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.LocalLog;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A topic that a room carries. One message at a time is sent to the room. */
final class ChatTopic {
  private static final System.Logger LOG = System.getLogger(ChatTopic.class.getName());
  private static final int PAGE = 100;

  /** A sequence number after all. */
  private static final long ALL = Long.MAX_VALUE;

  /**
   * As many copied messages are read again after an interruption: one of them may have come late.
   */
  private static final int OVERLAP = 20;

  private static final Duration MAX_RETRY = Duration.ofSeconds(30);

  private final TopicName topic;
  private final String room;
  private final ChatAccount account;
  private final RoomCopy copy;
  private final ReentrantLock sending = new ReentrantLock(true);
  private final AtomicBoolean isHistoryDue = new AtomicBoolean();
  private final AtomicInteger unconfirmed = new AtomicInteger();

  ChatTopic(TopicName topic, String room, ChatAccount account) {
    this.topic = topic;
    this.room = room;
    this.account = account;
    this.copy =
        new RoomCopy(
            topic,
            log(),
            new Speakers(account.system().name()),
            account.isMirror(),
            account.threads(),
            this::readHistorySoon);
  }

  /** Copies what comes. */
  RoomCopy copy() {
    return copy;
  }

  /** The number of posts that are not stored. */
  int unconfirmed() {
    return unconfirmed.get();
  }

  /** Sends what a draft says, and returns when the topic has it. */
  StoredMessage post(MessageDraft draft, Optional<IdempotencyKey> key) {
    unconfirmed.incrementAndGet();
    try {
      OwnPost post =
          new OwnPost(
              draft, Ulids.next(), original -> answer(draft, log().copy(draft, original, key)));
      return stored(post, send(post));
    } finally {
      unconfirmed.decrementAndGet();
    }
  }

  /** The copy with the draft as it was posted; its connection, say, is not in the room. */
  private static StoredMessage answer(MessageDraft draft, StoredMessage copy) {
    Message message = copy.message();
    return new StoredMessage(
        draft.accepted(message.id(), message.seq(), message.sentAt()), copy.cursor());
  }

  /**
   * Sends a message that the topic has, and notes that it was sent.
   *
   * @param maybeSent whether it may have been sent by an earlier run
   */
  void forward(StoredMessage message, boolean maybeSent) {
    OwnPost post =
        new OwnPost(
            message.message().draft(),
            message.message().id().value(),
            original -> {
              log().link(message.message(), original);
              return message;
            });
    List<OutgoingMessage> parts = maybeSent ? parts(post) : List.of();
    Optional<Original> sent =
        parts.isEmpty()
            ? Optional.empty()
            : account
                .calls()
                .repeat(
                    account.deadline(),
                    () -> findSent(parts.get(parts.size() - 1), message.message().seq()));
    var unused = stored(post, sent.orElseGet(() -> send(post)));
  }

  private LocalLog log() {
    return account.log();
  }

  private List<OutgoingMessage> parts(OwnPost post) {
    MessageDraft draft = post.draft();
    int most = account.system().maxText() - PrefixText.MAX_PREFIX;
    List<String> bodies = TextParts.of(draft.body().text(), most);
    Optional<String> answered = draft.inReplyTo().flatMap(id -> log().originalOf(topic, id));
    List<OutgoingMessage> parts = new ArrayList<>();
    for (int i = 1; i <= bodies.size(); i++) {
      String body = bodies.get(i - 1);
      Envelope envelope =
          new Envelope(
              draft.sender().agent().value(),
              draft.sender().nickname().value(),
              draft.sender().isVerified(),
              post.nonce(),
              i,
              bodies.size(),
              body);
      String nonce = bodies.size() == 1 ? post.nonce() : nonce(post, i);
      String text = PrefixText.of(draft.sender(), i, bodies.size(), body);
      parts.add(new OutgoingMessage(text, nonce, envelope, answered));
    }
    return parts;
  }

  /** The nonce of a part, of the same length as that of the whole. */
  private static String nonce(OwnPost post, int part) {
    return post.nonce().substring(0, post.nonce().length() - 3)
        + String.format(Locale.ROOT, "%03d", part);
  }

  private Original send(OwnPost post) {
    long deadline = account.deadline();
    List<OutgoingMessage> parts = parts(post);
    lockSending();
    try {
      Original last = null;
      for (OutgoingMessage part : parts) {
        boolean isLast = part.envelope().part() == parts.size();
        last = send(new OwnPost.Part(post, isLast), part, deadline);
      }
      return Objects.requireNonNull(last);
    } finally {
      sending.unlock();
    }
  }

  private void lockSending() {
    try {
      if (!sending.tryLock(account.settings().patience().toMillis(), TimeUnit.MILLISECONDS)) {
        throw account.calls().busy(account.settings().patience());
      }
    } catch (InterruptedException ended) {
      throw account.calls().interrupted();
    }
  }

  private Original send(OwnPost.Part part, OutgoingMessage message, long deadline) {
    Original sent = null;
    copy.isUnderWay(part, message.envelope());
    try {
      sent =
          account
              .calls()
              .once(
                  deadline,
                  () -> account.connection().send(room, message),
                  () -> findSent(message, ALL));
      return sent;
    } finally {
      copy.isSent(part, sent);
    }
  }

  /**
   * The message in the history, where it was sent and not answered.
   *
   * @param seq the sequence number of the message: it came to the room after the originals of the
   *     messages before it
   */
  private Optional<Original> findSent(OutgoingMessage message, long seq) {
    Optional<Original> after = log().newest(topic, seq, OVERLAP);
    for (; ; ) {
      List<ChatMessage> page = account.connection().history(room, after, PAGE);
      Optional<Original> found =
          page.stream().filter(one -> isThe(message, one)).map(ChatMessage::original).findFirst();
      if (found.isPresent() || page.isEmpty() || after.isEmpty()) {
        return found;
      }
      after = Optional.of(page.get(page.size() - 1).original());
    }
  }

  /** By the nonce; without one, by the sender and the text of a message that is not known yet. */
  private boolean isThe(OutgoingMessage message, ChatMessage other) {
    if (!other.author().isParley()) {
      return false;
    }
    Envelope sent = message.envelope();
    return Arrivals.said(other)
        .filter(said -> said.part() == sent.part() && said.parts() == sent.parts())
        .filter(
            said ->
                said.nonce().isEmpty()
                    ? said.agent().equals(sent.agent())
                        && said.body().strip().equals(sent.body().strip())
                        && !copy.isKnown(other.original().id())
                    : said.nonce().equals(sent.nonce()))
        .isPresent();
  }

  private StoredMessage stored(OwnPost post, Original last) {
    if (account.connection().echoes() && isStored(post)) {
      return post.stored().join();
    }
    if (account.connection().hasHistory() && account.connection().echoes()) {
      try {
        readHistory();
      } catch (ParleyException away) {
        LOG.log(System.Logger.Level.DEBUG, "The history is read later.", Masking.trace(away));
      }
    }
    copy.copy(post, last);
    try {
      return post.stored().join();
    } catch (CompletionException ended) {
      throw ended.getCause() instanceof ParleyException refusal ? refusal : ended;
    }
  }

  private boolean isStored(OwnPost post) {
    try {
      post.stored().get(account.settings().echo().toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException ended) {
      throw ended.getCause() instanceof ParleyException refusal
          ? refusal
          : new IllegalStateException(ended.getCause());
    } catch (InterruptedException ended) {
      throw account.calls().interrupted();
    }
  }

  /**
   * Copies what the room has after the newest copies. Nothing is sent meanwhile, and what comes
   * waits.
   */
  void readHistory() {
    if (!account.connection().hasHistory()) {
      return;
    }
    lockSending();
    try {
      copy.readHistory(this::copyHistory);
    } finally {
      sending.unlock();
    }
  }

  private void copyHistory(Consumer<List<ChatMessage>> copied) {
    Optional<Original> after = log().newest(topic, ALL, OVERLAP);
    for (boolean hasMore = true; hasMore; ) {
      Optional<Original> from = after;
      List<ChatMessage> page =
          account
              .calls()
              .repeat(account.deadline(), () -> account.connection().history(room, from, PAGE));
      copied.accept(page);
      hasMore = from.isPresent() && !page.isEmpty();
      after = page.isEmpty() ? from : Optional.of(page.get(page.size() - 1).original());
    }
  }

  /** Has what comes from now on wait until the history was read, on another thread. */
  void readMissed() {
    if (account.connection().hasHistory()) {
      copy.awaitHistory();
      readHistorySoon();
    }
  }

  /** Reads the history on another thread, again and again until it was read. */
  void readHistorySoon() {
    if (isHistoryDue.compareAndSet(false, true)) {
      schedule(Duration.ZERO, account.settings().retry());
    }
  }

  private void schedule(Duration wait, Duration next) {
    try {
      var unused =
          account.threads().schedule(() -> readNow(next), wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException ended) {
      LOG.log(System.Logger.Level.TRACE, "The backend is disconnected.");
    }
  }

  private void readNow(Duration next) {
    isHistoryDue.set(false);
    try {
      readHistory();
    } catch (RuntimeException away) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The history of {0} could not be read; retrying in {1} ms. {2}",
          topic,
          next.toMillis(),
          Masking.message(away));
      if (away instanceof ParleyException refused
          && refused.problem().code() == ProblemCode.INVALID_ARGUMENT) {
        copy.endAwaiting(); // it may stay so for long: what comes is copied without what was missed
      }
      if (isHistoryDue.compareAndSet(false, true)) {
        Duration later = next.multipliedBy(2);
        schedule(next, later.compareTo(MAX_RETRY) < 0 ? later : MAX_RETRY);
      }
    }
  }

  /** Refuses the posts that wait for their messages. */
  void end() {
    copy.refuseAll(account.calls().unavailable(account.settings().retry()));
  }
}
