package dev.parley.doctor;

import java.util.Locale;

/** The outcome of one link. */
sealed interface Finding {
  /** The kinds of outcome. */
  enum State {
    /** It works. */
    OK,
    /** It does not work, and what comes behind it cannot. */
    BROKEN,
    /** It works, and something about it deserves a look. */
    WARNING,
    /** It was not examined. */
    SKIPPED;

    /** The word for it in the output. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Its kind. */
  State state();

  /** One sentence about what was found. */
  String detail();

  /** One sentence about what to do; empty where there is nothing to do. */
  default String remedy() {
    return "";
  }

  /** A link that works. */
  record Ok(String detail) implements Finding {
    @Override
    public State state() {
      return State.OK;
    }
  }

  /** A link that does not work. */
  record Broken(String detail, String remedy) implements Finding {
    @Override
    public State state() {
      return State.BROKEN;
    }
  }

  /** A link that works, with advice. */
  record Warning(String detail, String remedy) implements Finding {
    @Override
    public State state() {
      return State.WARNING;
    }
  }

  /** A link that was not examined. */
  record Skipped(String detail) implements Finding {
    @Override
    public State state() {
      return State.SKIPPED;
    }
  }

  /** A link that works. */
  static Finding ok(String detail) {
    return new Ok(detail);
  }

  /** A link that does not work. */
  static Finding broken(String detail, String remedy) {
    return new Broken(detail, remedy);
  }

  /** A link that works, with advice. */
  static Finding warning(String detail, String remedy) {
    return new Warning(detail, remedy);
  }

  /** A link that was not examined. */
  static Finding skipped(String detail) {
    return new Skipped(detail);
  }
}
