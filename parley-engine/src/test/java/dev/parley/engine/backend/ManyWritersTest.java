package dev.parley.engine.backend;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.MariaDbServer;
import dev.parley.engine.NatsServer;
import dev.parley.engine.PostgresServer;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.StoredMessage;
import dev.parley.spi.MessageBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes post to one topic at once, and this one follows it: on every store that processes
 * share. An H2 file is no such store, and says so to the second process.
 */
@Tag("faults")
@Timeout(180)
class ManyWritersTest {
  private static final int PROCESSES = 4;
  private static final int ALL = PROCESSES * TopicWriter.POSTS;

  @Test
  void onPostgres_makeOneOrderWithoutGaps() throws Exception {
    manyWriters_makeOneOrderWithoutGaps(PostgresServer.newDatabase());
  }

  @Test
  void onMariaDb_makeOneOrderWithoutGaps() throws Exception {
    manyWriters_makeOneOrderWithoutGaps(MariaDbServer.newDatabase());
  }

  @Test
  void onRedis_makeOneOrderWithoutGaps() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      manyWriters_makeOneOrderWithoutGaps(server.address().toString());
    }
  }

  @Test
  void onNats_makeOneOrderWithoutGaps() throws Exception {
    NatsServer server = NatsServer.newServer();
    try {
      manyWriters_makeOneOrderWithoutGaps(server.url());
    } finally {
      server.end();
    }
  }

  @Test
  void onAnH2File_theSecondProcessIsRefused(@TempDir Path directory) throws Exception {
    String address = directory.toUri().toString();
    try (SharedStore first = SharedStore.at(address);
        TopicWriterProcess second = new TopicWriterProcess(address, "second")) {
      assertThat(second.firstWord()).contains("another process holds it");
      assertThat(second.ended()).isEmpty();
      assertThat(kept(first.backend())).isEmpty();
    }
  }

  private static void manyWriters_makeOneOrderWithoutGaps(String address) throws Exception {
    try (SharedStore store = SharedStore.at(address)) {
      Queue<Message> told = new ConcurrentLinkedQueue<>();
      store
          .backend()
          .follow(TopicWriter.TOPIC, Optional.empty(), stored -> told.add(stored.message()));
      List<List<String>> receipts = write(address);
      List<Message> kept = kept(store.backend());
      assertThat(kept.stream().map(Message::seq))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, ALL).boxed().toList());
      assertThat(kept).extracting(Message::id).doesNotHaveDuplicates();
      List<String> order = kept.stream().map(TopicWriter::said).toList();
      for (int writer = 0; writer < PROCESSES; writer++) {
        List<String> mine = receipts.get(writer);
        assertThat(mine.stream().map(line -> line.substring(line.lastIndexOf(' ') + 1)))
            .containsExactlyElementsOf(texts("w" + writer));
        assertThat(order).containsSubsequence(mine);
      }
      eventually("all are told", () -> told.size() >= ALL);
      assertThat(List.copyOf(told)).isEqualTo(kept);
    }
  }

  /** What each of them was answered. */
  private static List<List<String>> write(String address) throws Exception {
    List<TopicWriterProcess> writers = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(new TopicWriterProcess(address, "w" + i));
      }
      for (TopicWriterProcess writer : writers) {
        assertThat(writer.firstWord()).isEqualTo("ready");
      }
      for (TopicWriterProcess writer : writers) {
        writer.begin();
      }
      List<List<String>> receipts = new ArrayList<>();
      for (TopicWriterProcess writer : writers) {
        receipts.add(writer.ended());
      }
      return receipts;
    } finally {
      for (TopicWriterProcess writer : writers) {
        writer.close();
      }
    }
  }

  private static List<Message> kept(MessageBackend backend) {
    return backend
        .fetchAfter(TopicWriter.TOPIC, Optional.of(new Cursor("0")), 10 * ALL)
        .messages()
        .stream()
        .map(StoredMessage::message)
        .toList();
  }

  private static List<String> texts(String writer) {
    return IntStream.range(0, TopicWriter.POSTS)
        .mapToObj(number -> TopicWriter.text(writer, number))
        .toList();
  }
}
