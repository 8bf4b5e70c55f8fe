package dev.parley.agent;

/**
 * The ability of a Parley that shares its storage with others to let a connection go on at another
 * of them, once the one it was opened at is gone: under the same id, in the same rooms by the same
 * nicknames, and with what was said in durable rooms meanwhile.
 *
 * <p>All methods may be called from any thread, and ask the storage unless they say otherwise.
 */
public interface ConnectionFailover {

  /**
   * From now on {@code connection} can go on elsewhere, for as long as the grace time after this
   * Parley is gone. Where the storage is away, from when it is back.
   *
   * @param key what its client shows to find it; kept as a hash
   * @param words what whoever serves it there has to know
   * @param lost called once if another Parley turns out to have it, as this one was taken for gone;
   *     the connection is closed then
   */
  void keep(Connection connection, String key, String words, Runnable lost);

  /**
   * Whether nobody can have taken this Parley for gone. While it is not sure, {@link #find} says
   * whether a connection is still here. Asks nobody.
   */
  boolean isSure();

  /**
   * Finds a connection, and takes it over where the Parley that had it is gone.
   *
   * @param unreachable whether the Parley that has it was asked and does not answer, so that less
   *     silence is enough to take it for gone
   * @throws dev.parley.problem.ParleyException {@code unavailable} where the storage is away
   */
  ConnectionLocation find(String key, boolean unreachable);
}
