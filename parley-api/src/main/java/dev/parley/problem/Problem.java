package dev.parley.problem;

import java.util.Map;

/** Why something was refused: a stable code, a sentence an agent can act on, and facts as data. */
public sealed interface Problem
    permits InvalidArgument,
        NotInRoom,
        RateLimited,
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
        TooManyDerived,
        TransitionRefused,
        ClaimLost,
        ReviewClosed,
        HookFailed,
        TeamUnusable,
        PositionLost,
        SectionChanged,
        TopicNotAllowed,
        ConnectionClosed,
        Unavailable,
        StorageFull,
        InternalFault {

  /** The stable name of this kind of refusal. */
  ProblemCode code();

  /** One sentence for a reader of English. */
  String message();

  /**
   * What a program needs to act on it, by stable names: strings, numbers, booleans or lists of
   * them.
   */
  Map<String, Object> details();
}
