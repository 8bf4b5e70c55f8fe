package dev.parley.chat.matrix;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatFailure;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rooms of topics and their members. */
class MatrixRoomsTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final TopicName REVIEW = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("review"));
  private static final String ZOE = "@zoe:" + MatrixEmulatorWorld.SERVER;

  private final MatrixEmulation emulation = new MatrixEmulation();

  @AfterEach
  void close() {
    emulation.close();
  }

  private MatrixRecordingListener login() {
    return new MatrixRecordingListener(emulation.system(""));
  }

  private static ChatFailure failure(Runnable call) {
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, call::run);
    assertThat(failure).as("a failure").isNotNull();
    return failure;
  }

  @Test
  void lostCreationRace_usesTheRoomOfTheOther() {
    try (MatrixRecordingListener zoe = login()) {
      emulation.emulator().beforeOnce("/createRoom", () -> emulation.roomOf(PLANNING, ZOE));
      assertThat(zoe.connection().find(PLANNING)).isEmpty();
      String room = zoe.connection().open(PLANNING);
      assertThat(room).isEqualTo(emulation.roomOf(PLANNING, ZOE).id());
      assertThat(emulation.emulator().requests("/createRoom")).hasSize(1);
      assertThat(zoe.connection().find(PLANNING)).contains(room);
    }
  }

  @Test
  void rooms_arePrivateUnlessTheAddressSaysSo() {
    try (MatrixRecordingListener zoe = login()) {
      var unused = zoe.open(PLANNING);
      assertThat(emulation.roomOf(PLANNING, ZOE).isPublic()).isFalse();
    }
    try (MatrixRecordingListener zoe =
        new MatrixRecordingListener(emulation.system("&public=on"))) {
      var unused = zoe.connection().open(REVIEW);
      assertThat(emulation.roomOf(REVIEW, ZOE).isPublic()).isTrue();
    }
  }

  @Test
  void roomOfOthers_withoutAnInvitation_isRefused() {
    try (MatrixRecordingListener zoe = login()) {
      var room =
          emulation.emulator().world().make(ZOE, "parley-planning", "planning", "private_chat");
      ChatFailure refused = failure(() -> zoe.connection().open(PLANNING));
      assertThat(refused.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
      assertThat(refused).hasMessageContaining("invite").hasMessageContaining("#parley-planning");
      assertThat(room.has(MatrixEmulation.PARLEY)).isFalse();
    }
  }

  @Test
  void encryptedRoom_isRefused() {
    try (MatrixRecordingListener zoe = login()) {
      emulation
          .emulator()
          .world()
          .state(
              emulation.roomOf(PLANNING, ZOE),
              ZOE,
              "m.room.encryption",
              "",
              MatrixJson.object().put("algorithm", "m.megolm.v1.aes-sha2"));
      ChatFailure refused = failure(() -> zoe.connection().open(PLANNING));
      assertThat(refused.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
      assertThat(refused).hasMessageContaining("encrypted");
    }
  }

  @Test
  void nameOfAMember_isAskedForOnceAndFollowsItsChange() {
    try (MatrixRecordingListener zoe = login()) {
      var unused = zoe.open(PLANNING);
      emulation.write(PLANNING, "Zoë Miller", "one", Optional.empty());
      emulation.write(PLANNING, "Zoë Miller", "two", Optional.empty());
      eventually("both came", () -> zoe.messages().size() == 2);
      assertThat(zoe.messages().get(0).author().id()).isEqualTo("zo.miller-example.org");
      assertThat(zoe.messages().get(0).author().name()).isEqualTo("Zoë Miller");
      assertThat(emulation.emulator().requests("/state/m.room.member").size()).isLessThan(2);
      emulation
          .emulator()
          .world()
          .state(
              emulation.roomOf(PLANNING, ZOE),
              "@zo.miller:example.org",
              "m.room.member",
              "@zo.miller:example.org",
              MatrixJson.object().put("membership", "join").put("displayname", "Zoe"));
      emulation.emulator().world().name("@zo.miller:example.org", "Zoe");
      var content = MatrixJson.object().put("msgtype", "m.text").put("body", "three");
      var id =
          emulation
              .emulator()
              .world()
              .write(emulation.roomOf(PLANNING, ZOE), "@zo.miller:example.org", content);
      eventually("three came", () -> zoe.messages().size() == 3);
      assertThat(zoe.messages().get(2).original().id()).isEqualTo(id);
      assertThat(zoe.messages().get(2).author().name()).isEqualTo("Zoe");
    }
  }
}
