package dev.parley.chat.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.NodeProof;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The official client has the same conversation with the emulator as Parley. */
@Tag("chat")
class MatrixProofTest {
  private static final String ZOE_PASSWORD = "battery staple";

  @Test
  void officialClient_understandsTheEmulator() throws Exception {
    try (MatrixEmulation emulation = new MatrixEmulation()) {
      TopicName topic = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
      emulation.write(topic, "zoe", "from before", Optional.empty());
      emulation.emulator().accounts().add("@zoe:example.org", ZOE_PASSWORD);
      emulation.emulator().answerOnce("/limited-1", MatrixEmulator.limit("1"));
      try (NodeProof proof =
          NodeProof.start(
              "matrix.mjs",
              "matrix-js-sdk",
              emulation.emulator().address(),
              "parley",
              MatrixEmulation.PASSWORD,
              "zoe",
              ZOE_PASSWORD,
              "#parley-planning:example.org")) {
        proof.expectOk(
            "login",
            "whoami",
            "join",
            "sync",
            "history",
            "timestamp_to_event",
            "send",
            "limit",
            "receive",
            "reply",
            "logout");
      }
      assertThat(emulation.room(topic)).hasSize(5);
      assertThat(emulation.room(topic).get(4).inReplyTo())
          .contains(emulation.room(topic).get(3).id());
    }
  }
}
