package dev.parley.event;

/** Something a connection is told without asking. */
public sealed interface Event permits MessageArrived, MessagesLost, Notice {

  /** Which member of the family this is, for a {@code switch}. */
  Kind kind();

  /** The members of the family. */
  enum Kind {
    /** {@link MessageArrived}. */
    MESSAGE_ARRIVED,
    /** {@link MessagesLost}. */
    MESSAGES_LOST,
    /** {@link Notice}. */
    NOTICE
  }
}
