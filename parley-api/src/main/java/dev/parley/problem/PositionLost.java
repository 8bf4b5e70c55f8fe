package dev.parley.problem;

import java.util.Map;

/**
 * A position was of a log that is no more, as after its store was restored from a backup. Going on
 * from it would pass over messages, so whoever reads has to begin anew.
 *
 * @param topic the topic that was to be read
 */
public record PositionLost(String topic) implements Problem {
  @Override
  public Code code() {
    return Code.POSITION_LOST;
  }

  @Override
  public String sentence() {
    return "the position in '" + topic + "' is of an earlier log; read it from the beginning";
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of("topic", topic);
  }
}
