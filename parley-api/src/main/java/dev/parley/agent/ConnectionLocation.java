package dev.parley.agent;

import java.net.URI;
import java.util.Optional;

/**
 * Where a connection is.
 *
 * @param kind what was found
 * @param taken the connection, where it was taken over
 * @param owner where the Parley that has it can be asked, if it said so
 */
public record ConnectionLocation(Kind kind, Optional<Taken> taken, Optional<URI> owner) {
  /** It has ended, or never was. */
  public static final ConnectionLocation NOT_FOUND =
      new ConnectionLocation(Kind.NOT_FOUND, Optional.empty(), Optional.empty());

  /** This Parley has it. */
  public static final ConnectionLocation LOCAL =
      new ConnectionLocation(Kind.LOCAL, Optional.empty(), Optional.empty());

  /** What was found. */
  public enum Kind {
    /** It has ended, or never was. */
    NOT_FOUND,
    /** This Parley has it, and had it before. */
    LOCAL,
    /** This Parley has it since now. */
    TAKEN_OVER,
    /** Another Parley has it, which is there or may be. */
    REMOTE
  }

  /**
   * A connection that goes on here.
   *
   * @param connection the connection, open
   * @param words what was said of it when it was first kept
   */
  public record Taken(Connection connection, String words) {}

  /** Goes on here. */
  public static ConnectionLocation taken(Connection connection, String words) {
    return new ConnectionLocation(
        Kind.TAKEN_OVER, Optional.of(new Taken(connection, words)), Optional.empty());
  }

  /** Goes on at another Parley. */
  public static ConnectionLocation elsewhere(Optional<URI> owner) {
    return new ConnectionLocation(Kind.REMOTE, Optional.empty(), owner);
  }
}
