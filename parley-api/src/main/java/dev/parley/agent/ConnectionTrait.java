package dev.parley.agent;

/** A property of a connection, said when it opens. */
public enum ConnectionTrait {
  /** Its client is known to show its agent what is pushed. */
  SHOWS_PUSHES,

  /** It only reads, so no list of members or agents names it. */
  OBSERVES,

  /** Its agent is a person at the page, not a program. */
  PERSON,

  /**
   * Its agent decides about the work of others: changes and releases any task, and answers any
   * review. A person who is verified answers permission requests, too.
   */
  LEADS,

  /**
   * Its agent bears its name by right. The server says so of a connection that a credential let in.
   * A program with a Parley of its own says so of the agents it vouches for; without that, an agent
   * has chosen its name, and each of its messages says so.
   */
  VERIFIED,

  /**
   * Its agents may not read the messages of sessions, so it receives none: no push, no message in
   * its inbox, none that counts as unread.
   */
  WITHOUT_SESSION_MESSAGES
}
