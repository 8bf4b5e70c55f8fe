package dev.parley.chat.matrix;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatBackend;
import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.message.Message;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The contract of all backends of chat systems over Matrix, and what Matrix adds to it. */
@Tag("chat")
class MatrixBackendTest extends ChatBackendContract {
  private static final String ZOE = "@zoe:" + MatrixEmulatorWorld.SERVER;

  @Override
  protected ChatEmulation newEmulation() {
    return new MatrixEmulation();
  }

  private MatrixEmulation matrix() {
    return (MatrixEmulation) emulation();
  }

  @Test
  void burst_pastTheTimeline_comesInOrder() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", alice(), "begin"));
    int count = 3 * MatrixFilters.MAX_TIMELINE;
    write(count);
    eventually("all came", () -> messages.size() == count + 1);
    assertThat(messages)
        .extracting(Message::text)
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("begin"), IntStream.range(0, count).mapToObj(i -> "zoe " + i))
                .toList());
  }

  private void write(int count) {
    synchronized (matrix().emulator().world()) {
      for (int i = 0; i < count; i++) {
        emulation().write(topic("planning"), "zoe", "zoe " + i, Optional.empty());
      }
    }
  }

  @Test
  void otherEvents_betweenMessages_areSkippedByTheLiveStreamAndAfterARestart() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", alice(), "begin"));
    matrix().emulator().reads().maxPage(7);
    react(200);
    write(1);
    eventually("it came", () -> messages.size() == 2);

    backend.disconnect();
    react(200);
    write(2);
    react(50);
    backend.connect();
    follow(backend, "planning");
    eventually("all are there", () -> texts(backend, topic("planning")).size() == 4);
    assertThat(texts(backend, topic("planning")))
        .containsExactly("begin", "zoe 0", "zoe 0", "zoe 1");
  }

  private void react(int count) {
    MatrixEmulatorRoom room = matrix().roomOf(topic("planning"), ZOE);
    for (int i = 0; i < count; i++) {
      ObjectNode content = MatrixJson.object();
      content.putObject("m.relates_to").put("rel_type", "m.annotation").put("key", "+" + i);
      synchronized (matrix().emulator().world()) {
        matrix().emulator().world().join(room, ZOE);
        matrix()
            .emulator()
            .world()
            .send(
                room.id(),
                "m.reaction",
                "r" + System.nanoTime(),
                content,
                new MatrixEmulatorAccounts.Login(ZOE, "PHONE"));
      }
    }
  }

  @Test
  void purgedHistory_isReadFromTheTimeOfTheLastCopy() throws Exception {
    ChatBackend backend = chat();
    backend.post(draft("planning", alice(), "before"));
    backend.disconnect();
    write(30);
    synchronized (matrix().emulator().world()) {
      matrix().roomOf(topic("planning"), ZOE).purge(5);
    }
    backend.connect();
    follow(backend, "planning");
    eventually("the rest came", () -> texts(backend, topic("planning")).size() == 6);
    assertThat(texts(backend, topic("planning")))
        .containsExactly("before", "zoe 25", "zoe 26", "zoe 27", "zoe 28", "zoe 29");
  }

  @Test
  void unknownToken_ofTheStream_losesNothing() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", alice(), "begin"));
    emulation().faults().next(Fault.EXPIRED, 3);
    emulation().cut();
    write(20);
    eventually("all came", () -> messages.size() == 21);
    assertThat(List.copyOf(messages).get(20).text()).isEqualTo("zoe 19");
  }

  @Test
  void lateAndDoubledEvents_areCopiedOnce() throws Exception {
    ChatBackend backend = chat();
    Queue<Message> messages = follow(backend, "planning");
    backend.post(draft("planning", alice(), "begin"));
    emulation().faults().next(Fault.LATE_EVENT, 1);
    emulation().faults().next(Fault.DOUBLED_EVENT, 3);
    write(10);
    backend.post(draft("planning", alice(), "end"));
    eventually("all came", () -> messages.size() == 12);
    assertThat(messages).extracting(Message::text).doesNotHaveDuplicates();
  }

  @Test
  void mappedRoom_ofAPerson_isUsedBeforeAnybodyPosts() throws Exception {
    ChatBackend made = chat();
    made.disconnect();
    MatrixEmulatorRoom room =
        matrix().emulator().world().make(ZOE, "plans", "Plans", "public_chat");
    MatrixChat system = matrix().system("&room.planning=%23plans:" + MatrixEmulatorWorld.SERVER);
    try (MatrixRecordingListener listener = new MatrixRecordingListener(system)) {
      matrix()
          .emulator()
          .world()
          .write(room, ZOE, MatrixJson.object().put("msgtype", "m.text").put("body", "hello"));
      eventually("it came", () -> listener.texts().contains("hello"));
      assertThat(listener.connection().topicOf(room.id())).contains(topic("planning"));
      assertThat(listener.connection().find(topic("planning"))).contains(room.id());
      assertThat(listener.connection().topicOf("!other:example.org")).isEmpty();
    }
  }
}
