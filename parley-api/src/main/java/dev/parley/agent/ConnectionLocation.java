package dev.parley.agent;

import java.net.URI;
import java.util.Optional;

/**
 * The location of a connection.
 *
 * @param kind the result of the lookup
 * @param taken the connection, where it was taken over
 * @param owner the address of the connection's node, if it published one
 */
public record ConnectionLocation(Kind kind, Optional<Taken> taken, Optional<URI> owner) {
  /** It has ended, or never existed. */
  public static final ConnectionLocation NOT_FOUND =
      new ConnectionLocation(Kind.NOT_FOUND, Optional.empty(), Optional.empty());

  /** It is on this node. */
  public static final ConnectionLocation LOCAL =
      new ConnectionLocation(Kind.LOCAL, Optional.empty(), Optional.empty());

  /** The result of a lookup. */
  public enum Kind {
    /** It has ended, or never existed. */
    NOT_FOUND,
    /** It is on this node, and was before. */
    LOCAL,
    /** It is on this node as of now. */
    TAKEN_OVER,
    /** It is on another node, which is alive or may be. */
    REMOTE
  }

  /**
   * A connection that was taken over.
   *
   * @param connection the connection, open
   * @param words the facts stored with it when it was registered
   */
  public record Taken(Connection connection, String words) {}

  /** Returns the location of a connection this node has taken over. */
  public static ConnectionLocation taken(Connection connection, String words) {
    return new ConnectionLocation(
        Kind.TAKEN_OVER, Optional.of(new Taken(connection, words)), Optional.empty());
  }

  /** Returns the location of a connection on another node. */
  public static ConnectionLocation elsewhere(Optional<URI> owner) {
    return new ConnectionLocation(Kind.REMOTE, Optional.empty(), owner);
  }
}
