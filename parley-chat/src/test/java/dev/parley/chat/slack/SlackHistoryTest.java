package dev.parley.chat.slack;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readings of the history: backlogs, threads, limits. */
@Tag("chat")
final class SlackHistoryTest extends SlackConnectionFixture {

  @Test
  void backlogOfMoreThan5000_beginsWithTheOldest() {
    String first = write("first");
    SlackEmulatorChannel channel = channel();
    String zoe = workspace().person("zoe");
    synchronized (workspace()) {
      for (int i = 0; i < 5_200; i++) {
        workspace().add(channel, SlackEmulatorWorkspace.message(zoe, "m" + i));
      }
    }
    List<ChatMessage> page = connection.history(room, Optional.of(original(first)), 100);
    assertThat(texts(page))
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());
    assertThat(texts(after(first, 100)))
        .containsExactlyElementsOf(IntStream.range(0, 5_200).mapToObj(i -> "m" + i).toList());
    assertThat(emulation.emulator().calls("conversations.history")).isLessThan(200);
  }

  @Test
  void pagesOf15_asSoldAppsHaveThem_areReadWhole() {
    emulation.emulator().methods().pageLimit = 15;
    String first = write("first");
    List<String> written = IntStream.range(0, 100).mapToObj(i -> "m" + i).toList();
    written.forEach(this::write);
    assertThat(texts(after(first, 40))).isEqualTo(written);
    assertThat(texts(connection.history(room, Optional.empty(), 50)))
        .isEqualTo(written.subList(50, 100));
  }

  @Test
  void systemMessages_doNotShrinkThePage() {
    String first = write("first");
    write("second");
    for (int i = 0; i < 300; i++) {
      workspace().join(channel(), workspace().person("person " + i));
    }
    assertThat(texts(connection.history(room, Optional.empty(), 10)))
        .containsExactly("first", "second");
    write("third");
    assertThat(texts(connection.history(room, Optional.of(original(first)), 1)))
        .containsExactly("second");
    assertThat(texts(after(first, 1))).containsExactly("second", "third");
  }

  @Test
  void answersInThreads_areInTheirOrder() {
    String first = write("first");
    write("second");
    answer(first, "answer to the first");
    String third = write("third");
    answer(third, "answer to the third");
    answer(first, "another answer to the first");
    write("fourth");
    List<String> all =
        List.of(
            "second",
            "answer to the first",
            "third",
            "answer to the third",
            "another answer to the first",
            "fourth");
    assertThat(texts(after(first, 100))).isEqualTo(all);
    assertThat(texts(after(first, 1))).isEqualTo(all);
    assertThat(texts(connection.history(room, Optional.empty(), 3))).isEqualTo(all.subList(3, 6));
    assertThat(after(first, 100).get(1).inReplyTo()).contains(first);
  }

  @Test
  void answersInThreadsOfLongAgo_areFoundAfterAnInterruption() {
    String old = write("long ago");
    IntStream.range(0, 700).forEach(i -> write("m" + i));
    String last = write("last");
    assertThat(after(last, 100)).isEmpty();
    emulation.emulator().sockets().mute(true);
    answer(old, "a late answer");
    emulation.emulator().sockets().mute(false);
    emulation.cut();
    eventually("it is connected again", () -> recorder.connections() == 2);
    List<ChatMessage> missed = after(last, 100);
    assertThat(texts(missed)).containsExactly("a late answer");
    assertThat(missed.get(0).inReplyTo()).contains(old);
  }

  @Test
  void broadcastAnswer_isThereOnce() {
    String first = write("first");
    Original sent = sendAnswer(first, "for all");
    assertThat(after(first, 100)).extracting(ChatMessage::original).containsExactly(sent);
  }

  @Test
  void threadWhoseBeginningWasDeleted_isRead() {
    String first = write("first");
    String second = write("second");
    answer(second, "an answer");
    workspace().delete(channel(), second);
    assertThat(texts(after(first, 10))).containsExactly("an answer");
  }

  @Test
  void deletedMessage_countsByItsTime() {
    write("first");
    String second = write("second");
    write("third");
    workspace().delete(channel(), second);
    assertThat(texts(after(second, 10))).containsExactly("third");
  }

  @Test
  void idOfAnotherForm_countsByItsTime() {
    write("first");
    Original odd = new Original("unknown", Instant.now().minusSeconds(60));
    assertThat(texts(connection.history(room, Optional.of(odd), 10))).containsExactly("first");
  }

  @Test
  void readingThatALimitInterrupts_goesOn() {
    String first = write("first");
    IntStream.range(0, 1_000).forEach(i -> write("m" + i));
    int before = emulation.emulator().calls("conversations.history");
    int failures = 0;
    List<ChatMessage> page = List.of();
    emulation.faults().share(Fault.LIMIT, 0.5);
    while (page.isEmpty()) {
      try {
        page = connection.history(room, Optional.of(original(first)), 100);
      } catch (ChatFailure limited) {
        assertThat(limited.kind()).isEqualTo(ChatFailure.Kind.RATE_LIMITED);
        failures++;
      }
    }
    emulation.faults().clear();
    assertThat(failures).isPositive();
    assertThat(page).hasSize(100);
    assertThat(emulation.emulator().calls("conversations.history") - before).isLessThan(12);
  }

  @Test
  void historyThatSlackDoesNotAnswer_isUnreachable() {
    String first = write("first");
    eventually("its author is known", () -> recorder.texts().contains("first"));
    emulation.faults().next(Fault.TRUNCATED, 1);
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> after(first, 10));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.UNREACHABLE);
  }

  @Test
  void history_hasTheEnvelopeOfOwnMessages() {
    String first = write("first");
    send("a <b> & 😀 a.org");
    ChatMessage read = after(first, 10).get(0);
    assertThat(read.author().isParley()).isTrue();
    assertThat(read.envelope().orElseThrow().body()).isEqualTo("a <b> & 😀 a.org");
    assertThat(read.envelope().orElseThrow().isVerified()).isTrue();
    assertThat(read.text()).startsWith("**ally (alice):** a <b> & ");
  }

  @Test
  void edit_isReadAsItIs() {
    String first = write("first");
    String second = write("second");
    workspace().edit(channel(), second, "second, changed");
    assertThat(texts(after(first, 10))).containsExactly("second, changed");
  }
}
