package dev.parley.event;

/** An event that is pushed to a connection, or a change that is read from a session. */
public sealed interface Event
    permits MessageArrived,
        DirectArrived,
        MessagesLost,
        PermissionDecided,
        SubAgentEvent,
        Notice,
        SessionEvent {

  /** Returns the member of the family this is, for a {@code switch}. */
  Kind kind();

  /** The members of the family. */
  enum Kind {
    /** {@link MessageArrived}. */
    MESSAGE_ARRIVED,
    /** {@link DirectArrived}. */
    DIRECT_ARRIVED,
    /** {@link MessagesLost}. */
    MESSAGES_LOST,
    /** {@link PermissionDecided}. */
    PERMISSION_DECIDED,
    /** {@link SubAgentEvent}. */
    SUB_AGENT,
    /** {@link Notice}. */
    NOTICE,
    /** {@link SessionStarted}. */
    SESSION_STARTED,
    /** {@link MessageSaid}. */
    MESSAGE_SAID,
    /** {@link TaskChanged}. */
    TASK_CHANGED,
    /** {@link ArtifactPosted}. */
    ARTIFACT_POSTED,
    /** {@link ReviewChanged}. */
    REVIEW_CHANGED,
    /** {@link MemoryChanged}. */
    MEMORY_CHANGED,
    /** {@link SummarySaved}. */
    SUMMARY_SAVED,
    /** {@link AgentThinking}. */
    AGENT_THINKING
  }
}
