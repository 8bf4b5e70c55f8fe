package dev.parley.problem;

import java.util.Map;

/** The connection has ended; a client that is still there connects again. */
public record ConnectionClosed() implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.CONNECTION_CLOSED;
  }

  @Override
  public String message() {
    return "This connection has ended; connect again.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of();
  }
}
