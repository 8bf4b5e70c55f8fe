package dev.parley.problem;

import java.util.Map;

/** A refused operation: a stable code, a message an agent can act on, and details as data. */
public sealed interface Problem
    permits InvalidArgument,
        NotInRoom,
        RateLimited,
        LoopStopped,
        MessageRepeated,
        UrgentRefused,
        UrgentLimited,
        NameReserved,
        LimitReached,
        NotFound,
        NotPermitted,
        NothingToChange,
        SessionFull,
        ServerFull,
        KeyReused,
        UnknownDependencies,
        DependenciesOpen,
        GatesOpen,
        TooManyDerived,
        TransitionRefused,
        TaskFinished,
        ClaimLost,
        ReviewClosed,
        PermissionAnswered,
        HookFailed,
        TeamUnusable,
        PositionLost,
        SectionChanged,
        TopicNotAllowed,
        ConnectionClosed,
        Unavailable,
        OutcomeUnknown,
        StorageFull,
        BackupRunning,
        InternalFault {

  /** Returns the stable code of this kind of problem. */
  ProblemCode code();

  /** Returns one sentence in English. */
  String message();

  /**
   * Returns the details a program needs to act on it, by stable names: strings, numbers, booleans
   * or lists of them.
   */
  Map<String, Object> details();
}
