package dev.parley.engine.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicStreamTest {
  static final List<String> ODD =
      List.of(
          "",
          "a",
          "A",
          "a.b",
          "a b",
          "a_b",
          "a=b",
          "a=005fb",
          "a/b",
          "a\\b",
          "*",
          ">",
          "..",
          "ä",
          "a\u0308",
          "😀",
          "\u0000",
          "room_a",
          "x".repeat(300),
          "x".repeat(299) + "y",
          "Ä".repeat(128));

  @Test
  void name_ofEveryTopic_isAnother() {
    Set<String> names = new HashSet<>();
    for (String workspace : List.of("a", "b", "a-room-a")) {
      for (String name : ODD) {
        String made = TopicStream.name("p", topic(workspace, name));
        assertThat(made).matches("[a-z0-9_=-]{1,128}");
        assertThat(names.add(made.toLowerCase(Locale.ROOT))).as(name).isTrue();
      }
    }
  }

  @Test
  void name_thatIsPlain_isReadable() {
    assertThat(TopicStream.name("parley", topic("default", "planning")))
        .isEqualTo("parley_default_room_planning");
  }

  /** A later version finds the streams of an earlier one by their names. */
  @Test
  void name_thatIsLong_isThatOfEveryVersion() {
    assertThat(TopicStream.name("p", topic("a", "x".repeat(300))))
        .isEqualTo(
            "p_a_room_"
                + "x".repeat(51)
                + "=="
                + "6aae9d649b940328bc2e9b072ecc944795f29c57a77cc2bf0487cdf7f0a25ba2");
  }

  @Test
  void of_theSubjectOfAFreshOne_isTheSame() {
    for (String name : ODD) {
      TopicStream fresh = TopicStream.fresh("p", topic("a", name), 120);
      assertThat(TopicStream.of("p", fresh.topic(), List.of(fresh.subject()))).contains(fresh);
    }
  }

  @Test
  void of_whatIsNoneOfParleys_isNothing() {
    TopicName topic = topic("a", "b");
    String subject = TopicStream.fresh("p", topic, 0).subject();
    for (List<String> wrong :
        List.of(
            List.<String>of(),
            List.of("p_a_room_b"),
            List.of(subject, "more"),
            List.of("x" + subject),
            List.of(subject + "0".repeat(18)))) {
      assertThat(TopicStream.of("p", topic, wrong)).as("%s", wrong).isEqualTo(Optional.empty());
    }
  }

  private static TopicName topic(String workspace, String name) {
    return new TopicName(new WorkspaceId(workspace), TopicName.Kind.ROOM, name);
  }
}
