package dev.parley.credential;

import java.util.Locale;

/** The kinds of holders of a credential. */
public enum CredentialKind {
  /** A program that acts as agents. */
  AGENT,
  /** A person at the page. */
  PERSON,
  /** A person or program that administers the server. */
  ADMIN,
  /** Another node of the same deployment. */
  NODE;

  /** Returns the name it has on the wire and in storage. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
