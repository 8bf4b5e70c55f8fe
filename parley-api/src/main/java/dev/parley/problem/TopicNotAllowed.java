package dev.parley.problem;

import dev.parley.room.RoomName;
import java.util.List;
import java.util.Map;

/**
 * The deployer does not let agents use the topic, which is the room of the same name.
 *
 * @param topic the topic that was named
 * @param allowed the topics that are allowed by name
 * @param patterns what the whole name of any other has to match
 */
public record TopicNotAllowed(RoomName topic, List<String> allowed, List<String> patterns)
    implements Problem {

  /** Copies the lists. */
  public TopicNotAllowed {
    allowed = List.copyOf(allowed);
    patterns = List.copyOf(patterns);
  }

  @Override
  public Code code() {
    return Code.TOPIC_NOT_ALLOWED;
  }

  @Override
  public String sentence() {
    return "topic not allowed: \"" + topic + "\"";
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of("topic", topic.value(), "allowed", allowed, "patterns", patterns);
  }
}
