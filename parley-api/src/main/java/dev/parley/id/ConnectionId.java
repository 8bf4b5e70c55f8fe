package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of one live connection. Not a secret: it names the source of a message and grants nothing.
 *
 * <p>The id of a verified connection ends with {@code -v}. Every backend stores the id with each
 * message, so each message says whether its sender was verified when it sent. A Parley makes the
 * ids of its connections itself and takes none from a client.
 *
 * @param value 1 to 64 letters, digits or hyphens
 */
public record ConnectionId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final String VERIFIED = "-v";

  /** Checks the form; refused with {@code invalid_argument}. */
  public ConnectionId {
    InvalidArgument.unlessMatches("connection", value, FORM, "1 to 64 letters, digits or hyphens");
  }

  /**
   * Makes the id of a connection.
   *
   * @param unique letters and digits that no other connection has
   * @param verified whether the name of its agent is verified
   */
  public static ConnectionId of(String unique, boolean verified) {
    return new ConnectionId(verified ? unique + VERIFIED : unique);
  }

  /** Returns true if the name of the connection's agent is verified, not chosen. */
  public boolean isVerified() {
    return value.endsWith(VERIFIED);
  }

  @Override
  public String toString() {
    return value;
  }
}
