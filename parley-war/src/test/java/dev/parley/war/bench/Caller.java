package dev.parley.war.bench;

/**
 * A client of a server.
 *
 * @param name the name it acts as; empty where it may choose
 * @param token its credential; empty where none is needed
 */
record Caller(String name, String token) {
  /** One that needs no credential. */
  static final Caller OPEN = new Caller("", "");

  /** Its name, or another one where it may choose. */
  String nameOr(String chosen) {
    return name.isEmpty() ? chosen : name;
  }

  /** The header with its credential. */
  String header() {
    return token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
  }
}
