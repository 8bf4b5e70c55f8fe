package dev.parley.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checkpoints survive being written and read. */
class CheckpointCodecTest {
  private static final WorkspaceId WORKSPACE = new WorkspaceId("w");
  private static final TopicName PLANNING = TopicName.of(WORKSPACE, RoomName.of("planning"));
  private static final TopicName REVIEW = TopicName.of(WORKSPACE, RoomName.of("re-view-2"));

  @Test
  void reading_isReadAsItWasWritten() {
    Checkpoints reading =
        new Checkpoints(
            List.of(
                new Checkpoint(17, Map.of(PLANNING, 345L, REVIEW, 9L)),
                new Checkpoint(12, Map.of(REVIEW, 0L))),
            List.of(new Checkpoint(3, Map.of())));
    assertThat(CheckpointCodec.read(WORKSPACE, CheckpointCodec.write(reading))).isEqualTo(reading);
  }

  @Test
  void readingOfNothing_isNoText() {
    assertThat(CheckpointCodec.write(Checkpoints.NOTHING)).isEmpty();
    assertThat(CheckpointCodec.read(WORKSPACE, "")).isEqualTo(Checkpoints.NOTHING);
  }

  @Test
  void text_isAsDocumented() {
    Checkpoints reading =
        new Checkpoints(List.of(new Checkpoint(17, Map.of(PLANNING, 345L))), List.of());
    assertThat(CheckpointCodec.write(reading)).isEqualTo("pushed 17 planning:345\n");
  }
}
