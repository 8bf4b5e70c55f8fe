package dev.parley.war.servers;

/**
 * A warning or an error that a server logs of its own.
 *
 * @param words a part of the record that no other has
 * @param reason why it is not Parley's
 */
record KnownWarning(String words, String reason) {
  boolean explains(String record) {
    return record.contains(words);
  }
}
