package dev.parley.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MirrorAddressesTest {
  private static final TopicName PLANNING = topic("default", "planning");
  private static final TopicName REVIEW = topic("other", "review");

  private static TopicName topic(String workspace, String room) {
    return TopicName.of(new WorkspaceId(workspace), RoomName.of(room));
  }

  private static Map<URI, Set<TopicName>> accounts(
      boolean isRoomInPath, String planning, String review) {
    Map<TopicName, URI> addresses = new LinkedHashMap<>();
    addresses.put(PLANNING, URI.create(planning));
    addresses.put(REVIEW, URI.create(review));
    return new MirrorAddresses(addresses, isRoomInPath).accounts();
  }

  private static ChatAddress only(Map<URI, Set<TopicName>> accounts) {
    assertThat(accounts).hasSize(1);
    assertThat(accounts.values().iterator().next()).containsExactly(PLANNING, REVIEW);
    return ChatAddress.of(accounts.keySet().iterator().next(), Set.of("create"));
  }

  @Test
  void path_isTheRoomOfTheMirror() {
    ChatAddress all = only(accounts(true, "slack://team/C1", "slack://team/%21a%2Bb:example.org"));
    assertThat(all.path()).isEmpty();
    assertThat(all.roomOf(PLANNING)).contains("C1");
    assertThat(all.roomOf(REVIEW)).contains("!a+b:example.org");
  }

  @Test
  void option_isTheRoomOfTheMirror() {
    ChatAddress all =
        only(
            accounts(
                false,
                "zulip://bot@host/agents?room.planning=Plans%20%26%20ideas&create=on",
                "zulip://bot@host/agents?create=on&room.other/review=Reviews"));
    assertThat(all.path()).isEqualTo("agents");
    assertThat(all.option("create")).contains("on");
    assertThat(all.roomOf(PLANNING)).contains("Plans & ideas");
    assertThat(all.roomOf(REVIEW)).contains("Reviews");
  }

  @Test
  void address_withoutARoom_leavesItToItsName() {
    ChatAddress all = only(accounts(true, "matrix://bot@host", "matrix://bot@host/"));
    assertThat(all.rooms()).isEmpty();
  }

  @Test
  void otherAccount_orOtherOption_isALoginOfItsOwn() {
    assertThat(accounts(true, "slack://a/C1", "slack://b/C1")).hasSize(2);
    assertThat(accounts(true, "slack://a/C1?create=on", "slack://a/C2")).hasSize(2);
    assertThat(accounts(false, "zulip://bot@host/one", "zulip://bot@host/two")).hasSize(2);
  }
}
