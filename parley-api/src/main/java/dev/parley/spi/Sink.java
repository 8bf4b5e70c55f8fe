package dev.parley.spi;

/**
 * The target of a connection's pushes: a network stream, or a program's listener.
 *
 * <p>Parley calls {@link #begin}, {@link #isReady}, {@link #deliver} and {@link #flush} from one
 * thread at a time, and a happens-before holds between the calls. {@link #cut} may come from any
 * thread at any time, also while another method runs. If a method throws, the sink is cut.
 */
public interface Sink {

  /**
   * Begins the delivery; called once, first.
   *
   * @param after the number of the last push before: the first one delivered here is one more
   */
  default void begin(long after) {}

  /**
   * Returns true if the next push can be taken without waiting. A sink that returns false calls
   * {@link SinkRegistration#wake} when that changes.
   */
  boolean isReady();

  /** Takes one push. Never waits where the sink belongs to a network. */
  void deliver(Push push);

  /**
   * Writes out the gathered pushes, since no further one follows for the moment. Called at the end
   * of every drain, also of one that delivered nothing.
   */
  void flush();

  /**
   * Ends the use of this sink: another took its place, the connection ended, or it took nothing
   * until its deadline. Called once.
   */
  void cut(Cut why);

  /** The reason a sink is not used any more. */
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
