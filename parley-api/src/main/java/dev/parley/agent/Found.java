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
public record Found(Kind kind, Optional<Taken> taken, Optional<URI> owner) {
  /** It has ended, or never was. */
  public static final Found NOWHERE = new Found(Kind.NOWHERE, Optional.empty(), Optional.empty());

  /** This Parley has it. */
  public static final Found HERE = new Found(Kind.HERE, Optional.empty(), Optional.empty());

  /** What was found. */
  public enum Kind {
    /** It has ended, or never was. */
    NOWHERE,
    /** This Parley has it, and had it before. */
    HERE,
    /** This Parley has it since now. */
    TAKEN,
    /** Another Parley has it, which is there or may be. */
    ELSEWHERE
  }

  /**
   * A connection that goes on here.
   *
   * @param connection the connection, open
   * @param words what was said of it when it was first kept
   */
  public record Taken(Connection connection, String words) {}

  /** Goes on here. */
  public static Found taken(Connection connection, String words) {
    return new Found(Kind.TAKEN, Optional.of(new Taken(connection, words)), Optional.empty());
  }

  /** Goes on at another Parley. */
  public static Found elsewhere(Optional<URI> owner) {
    return new Found(Kind.ELSEWHERE, Optional.empty(), owner);
  }
}
