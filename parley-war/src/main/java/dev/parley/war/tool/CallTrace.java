package dev.parley.war.tool;

import org.jspecify.annotations.Nullable;

/** The trace of one call of a tool. */
public interface CallTrace {
  /** A part of the call that runs on one thread. */
  interface Part extends AutoCloseable {
    /** Ends the part, on its thread. */
    @Override
    void close();
  }

  /** The trace of a call that is not traced. */
  CallTrace NONE =
      new CallTrace() {
        private final Part part = () -> {};

        @Override
        public Part enter() {
          return part;
        }

        @Override
        public void ended(@Nullable String error) {}
      };

  /** Makes what this thread does a part of the call, until that is closed. */
  Part enter();

  /**
   * Ends the trace.
   *
   * @param error the code of the refusal, or {@code cancelled}; null for a call that succeeded
   */
  void ended(@Nullable String error);
}
