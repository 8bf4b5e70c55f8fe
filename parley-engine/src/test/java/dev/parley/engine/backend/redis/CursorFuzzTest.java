package dev.parley.engine.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.fuzz.FuzzContract;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A cursor that is decoded encodes to itself; any other text is refused as no cursor. */
class CursorFuzzTest extends FuzzContract {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final TopicName EMPTY = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("empty"));
  private static final int ID = 26;
  private static final int MESSAGES = 12;

  private final InMemoryBackend backend = filled();
  private final String log = end().value().substring(0, ID);

  @Override
  protected void check(byte[] input) {
    // L stands for the log of the backend, whose id is another in each process.
    String text = texts(input, 1).get(0).replace("L", log);
    Cursor cursor = Cursor.of(text);
    checkLog(cursor);
    checkStream(cursor);
    checkPages(cursor);
  }

  private static void checkLog(Cursor cursor) {
    String text = cursor.value();
    String id = text.length() < ID ? text : text.substring(0, ID);
    accepted(() -> LogPosition.in(TOPIC, id, cursor))
        .ifPresent(
            read -> {
              String mark = read.mark().isEmpty() ? "" : "-" + read.mark();
              String again = LogPosition.after(id, read.seq()).value() + mark;
              assertThat(cursor.equals(Cursor.BEGINNING) ? "0" : again).isEqualTo(text);
              assertThat(read.seq()).isNotNegative();
              var unused = accepted(() -> within(read, MESSAGES));
            });
    accepted(() -> LogPosition.in(TOPIC, "another", cursor))
        .ifPresent(read -> assertThat(cursor).isEqualTo(Cursor.BEGINNING));
  }

  private static LogPosition within(LogPosition read, long last) {
    read.checkIsWithin(last);
    assertThat(read.seq()).isLessThanOrEqualTo(last);
    return read;
  }

  private static void checkStream(Cursor cursor) {
    accepted(() -> StreamPosition.of(cursor))
        .ifPresent(read -> assertThat(read.cursor()).isEqualTo(cursor));
  }

  private void checkPages(Cursor cursor) {
    var unused = accepted(() -> backend.fetchAfter(EMPTY, Optional.of(cursor), 5));
    Optional<MessagePage> page = accepted(() -> backend.fetchAfter(TOPIC, Optional.of(cursor), 5));
    page.ifPresent(
        read -> {
          long before = LogPosition.in(TOPIC, log, cursor).seq();
          List<Long> seqs =
              read.messages().stream().map(StoredMessage::message).map(m -> m.seq()).toList();
          assertThat(seqs).isSorted().doesNotHaveDuplicates().allMatch(seq -> seq > before);
          assertThat(read.hasMore()).isEqualTo(before + seqs.size() < MESSAGES);
          MessagePage rest = backend.fetchAfter(TOPIC, Optional.of(read.next()), MESSAGES);
          assertThat(seqs.size() + rest.messages().size()).isEqualTo((int) (MESSAGES - before));
        });
  }

  private static <T> Optional<T> accepted(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (ParleyException refused) {
      assertThat(refused.problem().code())
          .isIn(ProblemCode.INVALID_ARGUMENT, ProblemCode.POSITION_LOST);
      return Optional.empty();
    }
  }

  private Cursor end() {
    return backend.fetchAfter(TOPIC, Optional.empty(), 1).next();
  }

  private static InMemoryBackend filled() {
    AtomicLong seq = new AtomicLong();
    InMemoryBackend backend =
        new InMemoryBackend(
            topic -> seq.incrementAndGet(),
            () -> new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            () -> Instant.EPOCH,
            MESSAGES);
    backend.connect();
    Sender bob = new Sender(new AgentId("bob"), Nickname.of("bob"), new ConnectionId("bob"));
    for (int i = 0; i < MESSAGES; i++) {
      backend.post(MessageDraft.of(TOPIC, bob, Body.of("m" + i)));
    }
    return backend;
  }
}
