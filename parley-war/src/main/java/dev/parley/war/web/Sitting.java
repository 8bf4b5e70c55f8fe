package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.agent.Connection;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;

/** A person before the page: who asks, and with whose eyes they read. */
public final class Sitting {
  private static final String ATTRIBUTE = Sitting.class.getName();

  private final Connection connection;
  private final Connection observer;

  Sitting(Connection connection, Connection observer) {
    this.connection = connection;
    this.observer = observer;
  }

  /**
   * The sitting a request belongs to.
   *
   * @throws Refused 401 where there is none
   */
  public static Sitting of(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof Sitting sitting) {
      return sitting;
    }
    throw new Refused(
        new ProblemDetail(401, "unauthorized", "Nobody is logged in here; log in.", Map.of()));
  }

  /** The person's own: what they do, they do through it. */
  public Connection connection() {
    return connection;
  }

  /** Sees every room and is in none; for reading. */
  public Connection observer() {
    return observer;
  }

  /** What {@code agent} was thinking last, where that is known. */
  public Optional<Thinking> thinking(AgentId agent) {
    return Optional.empty();
  }

  void attachTo(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }
}
