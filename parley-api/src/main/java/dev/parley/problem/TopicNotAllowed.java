package dev.parley.problem;

import dev.parley.room.RoomName;
import java.util.LinkedHashMap;
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

  /** Where nothing is listed, everything is allowed but what Parley keeps for itself. */
  private boolean isReserved() {
    return allowed.isEmpty() && patterns.isEmpty();
  }

  @Override
  public String sentence() {
    String refused = "topic not allowed: \"" + topic + "\"";
    return isReserved()
        ? refused + "; Parley keeps this one for itself, and every other topic is allowed"
        : refused;
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("topic", topic.value());
    facts.put("allowed", allowed);
    facts.put("patterns", patterns);
    if (isReserved()) {
      facts.put("reserved", true);
    }
    return facts;
  }
}
