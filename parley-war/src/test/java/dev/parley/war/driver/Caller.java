package dev.parley.war.driver;

/**
 * A client of a server.
 *
 * @param name the name it acts as; empty where it may choose
 * @param token its credential; empty where none is needed
 */
public record Caller(String name, String token) {
  /** One that needs no credential. */
  public static final Caller OPEN = new Caller("", "");

  /** Its name, or another one where it may choose. */
  public String nameOr(String chosen) {
    return name.isEmpty() ? chosen : name;
  }

  /** The header with its credential. */
  public String header() {
    return token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
  }
}
