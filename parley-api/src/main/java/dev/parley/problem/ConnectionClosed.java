package dev.parley.problem;

import java.util.Map;

/** The connection has ended; whoever is still there connects anew. */
public record ConnectionClosed() implements Problem {
  @Override
  public Code code() {
    return Code.CONNECTION_CLOSED;
  }

  @Override
  public String sentence() {
    return "This connection has ended; connect again.";
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of();
  }
}
