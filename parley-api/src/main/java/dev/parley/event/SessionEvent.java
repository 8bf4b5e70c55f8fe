package dev.parley.event;

/** Something changed in a session. */
public sealed interface SessionEvent extends Event
    permits SessionStarted,
        MessageSaid,
        TaskChanged,
        ArtifactPosted,
        ReviewChanged,
        MemoryChanged,
        AgentThinking {}
