package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The deployer does not allow agents to use the topic, which is the room of the same name.
 *
 * @param topic the name of the refused topic
 * @param allowed the topics allowed by name
 * @param patterns the patterns that allow every topic whose whole name matches
 */
public record TopicNotAllowed(String topic, List<String> allowed, List<String> patterns)
    implements Problem {

  /** Copies the lists. */
  public TopicNotAllowed {
    allowed = List.copyOf(allowed);
    patterns = List.copyOf(patterns);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.TOPIC_NOT_ALLOWED;
  }

  /**
   * Returns true if the topic is one of Parley's own, the only ones refused where nothing is
   * listed.
   */
  private boolean isReserved() {
    return allowed.isEmpty() && patterns.isEmpty();
  }

  @Override
  public String message() {
    String refused = "topic not allowed: \"" + topic + "\"";
    return isReserved()
        ? refused + "; Parley keeps this one for itself, and every other topic is allowed"
        : refused;
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("topic", topic);
    facts.put("allowed", allowed);
    facts.put("patterns", patterns);
    if (isReserved()) {
      facts.put("reserved", true);
    }
    return facts;
  }
}
