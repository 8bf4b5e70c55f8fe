package dev.parley.event;

/** A change of a session. */
public sealed interface SessionEvent extends Event
    permits SessionStarted,
        MessageSaid,
        TaskChanged,
        ArtifactPosted,
        ReviewChanged,
        MemoryChanged,
        SummarySaved,
        AgentThinking {}
