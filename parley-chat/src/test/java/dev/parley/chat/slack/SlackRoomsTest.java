package dev.parley.chat.slack;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.id.RoomName;
import dev.parley.message.TopicName;
import org.junit.jupiter.api.Test;

/** The channels of topics. */
final class SlackRoomsTest extends SlackConnectionFixture {
  private static final TopicName REVIEW = TopicName.of(PLANNING.workspace(), RoomName.of("review"));

  private ChatConnection at(String address) {
    return connect(
        emulation.system(emulation.app(), address, SlackEmulation.QUICK), new SlackRecorder());
  }

  private static ChatFailure refusal(ChatConnection connection, TopicName topic) {
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> connection.open(topic));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
    return failure;
  }

  @Test
  void channel_isFoundAmongMany() {
    for (int i = 0; i < 1_200; i++) {
      workspace().create("channel-" + i, false, workspace().person("owner"));
    }
    SlackEmulatorChannel made =
        workspace().create("parley-review", false, workspace().person("owner"));
    assertThat(connection.find(REVIEW)).contains(made.id);
    assertThat(connection.open(REVIEW)).isEqualTo(made.id);
    assertThat(made.members).contains(emulation.app().user);
  }

  @Test
  void channel_isNotMade_whereThatIsNotAllowed() {
    ChatConnection other = at("slack://workspace");
    assertThat(other.find(REVIEW)).isEmpty();
    assertThat(refusal(other, REVIEW)).hasMessageContaining("#parley-review", "create=on");
    assertThat(workspace().named("parley-review")).isEmpty();
  }

  @Test
  void mappedChannel_isJoined_andItsMessagesCome() {
    SlackEmulatorChannel mapped = workspace().create("team", false, workspace().person("owner"));
    SlackRecorder mine = new SlackRecorder();
    ChatConnection other =
        connect(
            emulation.system(
                emulation.app(), "slack://?room.review=" + mapped.id, SlackEmulation.QUICK),
            mine);
    assertThat(other.find(REVIEW)).contains(mapped.id);
    assertThat(other.open(REVIEW)).isEqualTo(mapped.id);
    assertThat(other.topicOf(mapped.id)).contains(REVIEW);
    workspace().add(mapped, SlackEmulatorWorkspace.message(workspace().person("zoe"), "here"));
    eventually("it came", () -> mine.texts().contains("here"));
  }

  @Test
  void mappedChannel_thatIsNotThere_isRefused() {
    ChatConnection other = at("slack://?room.review=C404");
    assertThat(other.find(REVIEW)).isEmpty();
    assertThat(refusal(other, REVIEW)).hasMessageContaining("C404", "channel_not_found");
  }

  @Test
  void privateChannel_isReadByInvitationOnly() {
    SlackEmulatorChannel hidden = workspace().create("hidden", true, workspace().person("owner"));
    ChatConnection other = at("slack://?room.review=" + hidden.id);
    assertThat(refusal(other, REVIEW)).hasMessageContaining("channel_not_found");
    workspace().join(hidden, emulation.app().user);
    assertThat(other.open(REVIEW)).isEqualTo(hidden.id);
  }

  @Test
  void channelThatCannotBeJoined_namesTheScope() {
    workspace().create("parley-review", false, workspace().person("owner"));
    emulation.app().scopes.remove("channels:join");
    assertThat(refusal(connection, REVIEW)).hasMessageContaining("channels:join", "invite");
  }

  @Test
  void nameOfAnArchivedChannel_isRefused() {
    workspace().create("parley-review", false, workspace().person("owner")).isArchived = true;
    assertThat(refusal(connection, REVIEW)).hasMessageContaining("#parley-review", "archived");
  }

  @Test
  void channelThatNoTopicUses_isPassedOver() {
    SlackEmulatorChannel lunch = workspace().create("lunch", false, workspace().person("owner"));
    workspace().join(lunch, emulation.app().user);
    workspace().add(lunch, SlackEmulatorWorkspace.message(workspace().person("zoe"), "pizza"));
    write("work");
    eventually("it came", () -> recorder.texts().contains("work"));
    assertThat(recorder.texts()).containsExactly("work");
  }
}
