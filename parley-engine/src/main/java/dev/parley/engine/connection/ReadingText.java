package dev.parley.engine.connection;

import dev.parley.WorkspaceId;
import dev.parley.engine.topic.Mark;
import dev.parley.engine.topic.Reading;
import dev.parley.message.TopicName;
import dev.parley.room.RoomName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reading as text: a line for each mark, the newest first. Its fields stand apart by one space:
 * {@code pushed} or {@code asked}, the number, then for each room its name, a colon and the number
 * of the last message that was passed.
 */
final class ReadingText {
  private static final String PUSHED = "pushed";
  private static final String ASKED = "asked";

  private ReadingText() {}

  static String write(Reading reading) {
    StringBuilder text = new StringBuilder();
    reading.pushed().forEach(mark -> write(text, PUSHED, mark));
    reading.asked().forEach(mark -> write(text, ASKED, mark));
    return text.toString();
  }

  private static void write(StringBuilder text, String which, Mark mark) {
    text.append(which).append(' ').append(mark.number());
    mark.seqs()
        .forEach((topic, seq) -> text.append(' ').append(topic.name()).append(':').append(seq));
    text.append('\n');
  }

  static Reading read(WorkspaceId workspace, String text) {
    List<Mark> pushed = new ArrayList<>();
    List<Mark> asked = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 1) {
        (fields[0].equals(PUSHED) ? pushed : asked).add(mark(workspace, fields));
      }
    }
    return new Reading(pushed, asked);
  }

  private static Mark mark(WorkspaceId workspace, String[] fields) {
    Map<TopicName, Long> seqs = new LinkedHashMap<>();
    for (int i = 2; i < fields.length; i++) {
      int colon = fields[i].indexOf(':');
      TopicName topic = TopicName.of(workspace, new RoomName(fields[i].substring(0, colon)));
      seqs.put(topic, Long.valueOf(fields[i].substring(colon + 1)));
    }
    return new Mark(Long.parseLong(fields[1]), seqs);
  }
}
