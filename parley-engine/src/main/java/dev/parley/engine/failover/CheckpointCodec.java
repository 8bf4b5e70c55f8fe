package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The checkpoints of a connection as text: one line each, newest first. The fields of a line are
 * separated by one space: {@code pushed} or {@code asked}, the number, then for each room its name,
 * a colon and the number of the last message passed.
 */
final class CheckpointCodec {
  private static final String PUSHED = "pushed";
  private static final String ASKED = "asked";

  private CheckpointCodec() {}

  static String write(Checkpoints reading) {
    StringBuilder text = new StringBuilder();
    reading.pushed().forEach(checkpoint -> write(text, PUSHED, checkpoint));
    reading.asked().forEach(checkpoint -> write(text, ASKED, checkpoint));
    return text.toString();
  }

  private static void write(StringBuilder text, String which, Checkpoint checkpoint) {
    text.append(which).append(' ').append(checkpoint.number());
    checkpoint
        .seqs()
        .forEach((topic, seq) -> text.append(' ').append(topic.name()).append(':').append(seq));
    text.append('\n');
  }

  static Checkpoints read(WorkspaceId workspace, String text) {
    List<Checkpoint> pushed = new ArrayList<>();
    List<Checkpoint> asked = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 1) {
        (fields[0].equals(PUSHED) ? pushed : asked).add(checkpoint(workspace, fields));
      }
    }
    return new Checkpoints(pushed, asked);
  }

  private static Checkpoint checkpoint(WorkspaceId workspace, String[] fields) {
    Map<TopicName, Long> seqs = new LinkedHashMap<>();
    for (int i = 2; i < fields.length; i++) {
      int colon = fields[i].indexOf(':');
      TopicName topic = TopicName.of(workspace, new RoomName(fields[i].substring(0, colon)));
      seqs.put(topic, Long.valueOf(fields[i].substring(colon + 1)));
    }
    return new Checkpoint(Long.parseLong(fields[1]), seqs);
  }
}
