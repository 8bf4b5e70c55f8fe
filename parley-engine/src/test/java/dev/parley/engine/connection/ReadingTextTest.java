package dev.parley.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.WorkspaceId;
import dev.parley.engine.topic.Mark;
import dev.parley.engine.topic.Reading;
import dev.parley.message.TopicName;
import dev.parley.room.RoomName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is written of a reading is read as the same. */
class ReadingTextTest {
  private static final WorkspaceId WORKSPACE = new WorkspaceId("w");
  private static final TopicName PLANNING = TopicName.of(WORKSPACE, RoomName.of("planning"));
  private static final TopicName REVIEW = TopicName.of(WORKSPACE, RoomName.of("re-view-2"));

  @Test
  void reading_isReadAsItWasWritten() {
    Reading reading =
        new Reading(
            List.of(
                new Mark(17, Map.of(PLANNING, 345L, REVIEW, 9L)), new Mark(12, Map.of(REVIEW, 0L))),
            List.of(new Mark(3, Map.of())));
    assertThat(ReadingText.read(WORKSPACE, ReadingText.write(reading))).isEqualTo(reading);
  }

  @Test
  void readingOfNothing_isNoText() {
    assertThat(ReadingText.write(Reading.NOTHING)).isEmpty();
    assertThat(ReadingText.read(WORKSPACE, "")).isEqualTo(Reading.NOTHING);
  }

  @Test
  void text_isAsDocumented() {
    Reading reading = new Reading(List.of(new Mark(17, Map.of(PLANNING, 345L))), List.of());
    assertThat(ReadingText.write(reading)).isEqualTo("pushed 17 planning:345\n");
  }
}
