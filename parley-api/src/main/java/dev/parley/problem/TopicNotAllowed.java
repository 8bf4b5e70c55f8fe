package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The deployer does not let agents use the topic, which is the room of the same name.
 *
 * @param topic the name of the refused topic
 * @param allowed the topics that are allowed by name
 * @param patterns what the whole name of any other has to match
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

  /** Where nothing is listed, everything is allowed but what Parley keeps for itself. */
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
