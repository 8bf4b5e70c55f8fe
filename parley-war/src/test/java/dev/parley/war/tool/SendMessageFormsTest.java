package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One tool sends to a room or to the session; never to both, never to neither. */
class SendMessageFormsTest {
  private final FakeBoard board = new FakeBoard();

  @Test
  void session_isMeantByContent() {
    assertThat(call(Map.of("content", "hi", "to", "bob")).accepted().fields().get("success"))
        .isNotNull();
    assertThat(board.messages).hasSize(1);
  }

  @Test
  void room_isMeantByRoomAndBody() {
    assertThatThrownBy(() -> call(Map.of("room", "planning", "body", "hi")))
        .as("this board has no rooms, and was asked for them")
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(call(Map.of("room", "planning")).get("field")).isEqualTo("body");
    assertThat(call(Map.of("body", "hi")).get("field")).isEqualTo("room");
  }

  @ParameterizedTest
  @ValueSource(strings = {"content", "to", "thread_id"})
  void both_areRefusedNamingWhatToLeaveOut(String ofTheSession) {
    Called refused = call(Map.of("room", "planning", "body", "hi", ofTheSession, "x"));
    assertThat(refused.code()).isEqualTo("invalid_argument");
    assertThat(refused.get("field")).isEqualTo(ofTheSession);
    assertThat(refused.get("error")).contains("leave it out");
    assertThat(call(Map.of("body", "hi", ofTheSession, "x")).get("field")).isEqualTo(ofTheSession);
    assertThat(board.messages).isEmpty();
  }

  @Test
  void room_withAnIdempotencyKey_isMeant() {
    assertRoom(Map.of("room", "planning", "body", "hi", "idempotency_key", "k"));
  }

  /** Many models fill in every argument they know of. */
  @Test
  void room_besideEmptyArgumentsOfTheSession_isMeant() {
    assertRoom(
        Map.of(
            "room",
            "planning",
            "body",
            "hi",
            "to",
            "",
            "content",
            "",
            "thread_id",
            "",
            "idempotency_key",
            "",
            "metadata",
            Map.of(),
            "agent_id",
            ""));
  }

  @Test
  void session_besideEmptyArgumentsOfARoom_isMeant() {
    call(Map.of(
            "room",
            "",
            "body",
            "",
            "to",
            "",
            "content",
            "hi",
            "thread_id",
            "",
            "idempotency_key",
            "",
            "agent_id",
            ""))
        .accepted();
    assertThat(board.messages)
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.to()).isEmpty();
              assertThat(message.from()).isEqualTo(board.agent());
              assertThat(message.draft().thread()).isEmpty();
            });
  }

  @Test
  void room_asTheAgentOfTheConnection_isMeant() {
    assertRoom(Map.of("room", "planning", "body", "hi", "agent_id", "conn"));
  }

  @Test
  void room_asAnotherAgentOfTheConnection_isMeant() {
    assertRoom(Map.of("room", "planning", "body", "hi", "agent_id", "bob"));
  }

  @Test
  void everythingEmpty_isRefused() {
    Called refused = call(Map.of("room", "", "body", "", "content", "", "to", ""));
    assertThat(refused.get("field")).isEqualTo("content");
    assertThat(board.messages).isEmpty();
  }

  private void assertRoom(Map<String, ?> arguments) {
    assertThatThrownBy(() -> call(arguments))
        .as("this board has no rooms, and was asked for them")
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void neither_isRefused() {
    Called refused = call(Map.of());
    assertThat(refused.code()).isEqualTo("invalid_argument");
    assertThat(refused.get("field")).isEqualTo("content");
    assertThat(refused.get("error")).contains("'room' and 'body'", "'to'");
    assertThat(call(Map.of("to", "bob")).get("field")).isEqualTo("content");
    assertThat(call(Map.of("content", "hi", "colour", "red")).get("field")).isEqualTo("colour");
  }

  private Called call(Map<String, ?> arguments) {
    return Called.tool(AllTools.set(), board, "send_message", arguments);
  }
}
