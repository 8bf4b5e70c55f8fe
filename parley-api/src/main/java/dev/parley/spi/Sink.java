package dev.parley.spi;

/**
 * Where a connection's pushes go: a network stream, or a program's listener.
 *
 * <p>Parley calls {@link #begin}, {@link #isReady}, {@link #deliver} and {@link #flush} from one
 * thread at a time, and a happens-before holds between the calls. {@link #cut} may come from any
 * thread at any time, also while another method runs. A method that throws has the sink cut.
 */
public interface Sink {

  /**
   * Delivery begins; called once, first.
   *
   * @param after the number of the last push before: the first one delivered here is one more
   */
  default void begin(long after) {}

  /**
   * Whether the next push can be taken without waiting. One that answers no calls {@link
   * SinkRegistration#wake} when that changes.
   */
  boolean isReady();

  /** Takes one push. Never waits where the sink belongs to a network. */
  void deliver(Push push);

  /**
   * No further push for the moment: whatever was gathered goes out now. Called at the end of every
   * drain, also of one that delivered nothing.
   */
  void flush();

  /**
   * This sink is not used any more: another took its place, the connection ended, or it took
   * nothing until its deadline. Called once.
   */
  void cut(Cut why);

  /** Why a sink is not used any more. */
  enum Cut {
    /** Another sink took its place. */
    REPLACED,
    /** The connection has ended. */
    CLOSED,
    /** It took nothing until its deadline. */
    STUCK,
    /** It failed. */
    FAILED
  }
}
