package dev.parley.chat.slack;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.AtOnce;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.http.ChatHttp;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Faults of Slack and of earlier clients of it. */
@Tag("chat")
final class SlackRegressionsTest extends SlackConnectionFixture {

  @Test
  void limit_hasTheTimeOfSlack_orNone() {
    emulation.faults().next(Fault.LIMIT, 1);
    ChatFailure named = catchThrowableOfType(ChatFailure.class, () -> send("one"));
    assertThat(named.kind()).isEqualTo(ChatFailure.Kind.RATE_LIMITED);
    assertThat(named.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    emulation.faults().next(Fault.LIMIT_WITHOUT_HEADER, 1);
    ChatFailure unnamed = catchThrowableOfType(ChatFailure.class, () -> send("two"));
    assertThat(unnamed.kind()).isEqualTo(ChatFailure.Kind.RATE_LIMITED);
    assertThat(unnamed.retryAfter()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      names = {"SERVER_ERROR", "SERVER_ERROR_AFTER", "CUT_BEFORE", "CUT_AFTER", "TRUNCATED"})
  void sendWithoutAnAnswer_isUnknown(Fault fault) {
    emulation.faults().next(fault, 1);
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> send("perhaps"));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER_ERROR_AFTER", "CUT_AFTER", "TRUNCATED"})
  void messageThatArrived_isNotSentAgain(Fault fault) {
    OutgoingMessage once = message("once", Optional.empty());
    emulation.faults().next(fault, 1);
    assertThat(catchThrowableOfType(ChatFailure.class, () -> connection.send(room, once)).kind())
        .isEqualTo(ChatFailure.Kind.UNKNOWN);
    eventually("it came", () -> recorder.messages().size() == 1);
    assertThat(connection.send(room, once)).isEqualTo(recorder.messages().get(0).original());
    assertThat(emulation.room(PLANNING)).hasSize(1);
  }

  @Test
  void reads_areForms() {
    ChatHttp http =
        new ChatHttp(
            emulation.emulator().api().toString(),
            Map.of("Authorization", "Bearer " + emulation.app().botToken),
            Duration.ofSeconds(5));
    ObjectNode json = ChatHttp.JSON.createObjectNode().put("channel", room);
    assertThat(
            http.send("POST", "/conversations.history", json).document().path("error").asString(""))
        .isEqualTo("channel_not_found");
    write("here");
    assertThat(texts(connection.history(room, Optional.empty(), 10))).containsExactly("here");
  }

  @Test
  void answerToAnAnswer_isInTheSameThread() {
    Original question = send("YAML or JSON?");
    String yaml = answer(question.id(), "YAML");
    Original fine = sendAnswer(yaml, "Fine.");
    ObjectNode sent = channel().messages.get(SlackEmulatorChannel.micros(fine.id()));
    assertThat(sent.path("thread_ts").asString("")).isEqualTo(question.id());
    assertThat(sent.path("subtype").asString("")).isEqualTo("thread_broadcast");
    eventually("all came", () -> recorder.messages().size() == 3);
    assertThat(recorder.messages().get(1).inReplyTo()).contains(question.id());
    assertThat(recorder.messages().get(2).inReplyTo()).contains(yaml);
  }

  @Test
  void answerToAMessageOfAnEarlierLogin_isInItsThread() {
    String question = write("YAML or JSON?");
    String yaml = answer(question, "YAML");
    ChatConnection later = connect(emulation.system(), new SlackRecorder());
    Original fine = later.send(room, message("Fine.", Optional.of(yaml)));
    assertThat(
            channel()
                .messages
                .get(SlackEmulatorChannel.micros(fine.id()))
                .path("thread_ts")
                .asString(""))
        .isEqualTo(question);
  }

  @Test
  void answerToADeletedMessage_isInTheChannel() {
    String gone = write("gone");
    workspace().delete(channel(), gone);
    sendAnswer(gone, "to nobody");
    assertThat(emulation.room(PLANNING)).hasSize(1);
    assertThat(channel().messages.lastEntry().getValue().has("thread_ts")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void otherParley_getsTheSame_whateverEventsHave(SlackEmulatorWorkspace.EventMetadata metadata) {
    workspace().eventMetadata = metadata;
    SlackEmulatorApp app = workspace().install("second");
    SlackRecorder second = new SlackRecorder();
    ChatConnection other = connect(emulation.otherParley(app), second);
    assertThat(other.open(PLANNING)).isEqualTo(room);
    String text = "a <b> & **c** 😀 a.org";
    Original first = send(text);
    Original answer = sendAnswer(first.id(), "plain");
    eventually("both came", () -> second.messages().size() == 2);
    List<ChatMessage> read = other.history(room, Optional.empty(), 10);
    assertThat(second.messages()).isEqualTo(read);
    ChatMessage seen = second.messages().get(0);
    assertThat(seen.original()).isEqualTo(first);
    assertThat(seen.author().isParley()).isTrue();
    assertThat(seen.envelope().orElseThrow().body()).isEqualTo(text);
    assertThat(seen.envelope().orElseThrow().isVerified()).isTrue();
    assertThat(second.messages().get(1).original()).isEqualTo(answer);
    assertThat(second.messages().get(1).inReplyTo()).contains(first.id());
  }

  @Test
  void envelopeThatCannotBeRead_leavesTheName() {
    workspace().eventMetadata = SlackEmulatorWorkspace.EventMetadata.TYPE;
    SlackEmulatorApp app = workspace().install("second");
    SlackRecorder second = new SlackRecorder();
    ChatConnection other = connect(emulation.otherParley(app), second);
    assertThat(other.open(PLANNING)).isEqualTo(room);
    Original sent = send("first"); // the account of the sender is known from now on
    eventually("it came", () -> second.messages().size() == 1);
    emulation.app().scopes.remove("channels:history");
    app.scopes.remove("channels:history");
    send("Hi <all>");
    eventually("it came", () -> second.messages().size() == 2);
    assertThat(second.messages().get(0).original()).isEqualTo(sent);
    assertThat(second.messages().get(1).envelope()).isEmpty();
    assertThat(second.texts().get(1)).isEqualTo("**ally (alice):** Hi <all>");
  }

  @Test
  void personWhoWritesAsAParley_isNone() {
    write("**ally (alice):** it is me");
    eventually("it came", () -> recorder.messages().size() == 1);
    ChatMessage message = recorder.messages().get(0);
    assertThat(message.author().isParley()).isFalse();
    assertThat(message.author().id()).isEqualTo("zoe");
    assertThat(message.envelope()).isEmpty();
  }

  @Test
  void appThatWritesMetadataOfAParley_isNone() {
    SlackEmulatorApp app = workspace().install("second");
    ChatConnection other = connect(emulation.otherParley(app), new SlackRecorder());
    other.send(other.open(PLANNING), message("it is me", Optional.empty()));
    eventually("it came", () -> recorder.messages().size() == 1);
    assertThat(recorder.messages().get(0).author().isParley()).isFalse();
    assertThat(recorder.messages().get(0).envelope()).isEmpty();
  }

  @Test
  void everybody_isNotPinged() {
    send("@channel @here <!everyone> <@U1>");
    assertThat(channel().messages.lastEntry().getValue().path("text").asString(""))
        .doesNotContain("<");
  }

  @Test
  void accountOfAnotherWorkspace_hasItsIdAsName() {
    String stranger = workspace().person("parley", "T99999999");
    workspace().add(channel(), SlackEmulatorWorkspace.message(stranger, "hello"));
    eventually("it came", () -> recorder.messages().size() == 1);
    assertThat(recorder.messages().get(0).author().id()).isEqualTo(stranger);
    assertThat(recorder.messages().get(0).author().name()).isEqualTo("parley");
  }

  @Test
  void messagesOfBotsAndFiles_count() {
    ObjectNode bot = SlackEmulatorWorkspace.message("", "");
    bot.remove("user");
    bot.put("subtype", "bot_message").put("bot_id", "B77").put("username", "Build");
    bot.putArray("attachments").addObject().put("fallback", "build &lt;7&gt; is green");
    workspace().add(channel(), bot);
    ObjectNode file = SlackEmulatorWorkspace.message(workspace().person("zoe"), "look");
    file.put("subtype", "file_share");
    file.putArray("files").addObject().put("name", "a.png").put("permalink", "https://x.org/a");
    workspace().add(channel(), file);
    eventually("both came", () -> recorder.messages().size() == 2);
    assertThat(recorder.texts())
        .containsExactly("build <7> is green", "look\n[a.png](https://x.org/a)");
    assertThat(recorder.messages().get(0).author().id()).isEqualTo("B77");
    assertThat(recorder.messages().get(0).author().name()).isEqualTo("Build");
  }

  @Test
  void authorWhoCannotBeAskedFor_isAskedForAgain() {
    emulation.faults().next(Fault.SERVER_ERROR, 2);
    write("here");
    eventually("it came", () -> recorder.texts().contains("here"));
    assertThat(recorder.messages().get(0).author().id()).isEqualTo("zoe");
  }

  @Test
  void channelThatAllMakeAtOnce_isOne() throws Exception {
    List<ChatConnection> all =
        IntStream.range(0, 4)
            .mapToObj(i -> connect(emulation.system(), new SlackRecorder()))
            .toList();
    var other =
        dev.parley.message.TopicName.of(PLANNING.workspace(), dev.parley.id.RoomName.of("new"));
    List<String> ids = AtOnce.run(4, i -> all.get(i).open(other));
    assertThat(ids).containsOnly(ids.get(0));
  }
}
