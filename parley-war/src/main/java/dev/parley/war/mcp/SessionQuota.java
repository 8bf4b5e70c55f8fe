package dev.parley.war.mcp;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.RequestRefusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The MCP sessions of this node: how many there are in all and of one owner, how fast an owner
 * begins them, and how much a client says of itself.
 */
public final class SessionQuota {
  /** The owners whose pace is remembered, those that began a session last. */
  static final int MAX_OWNERS = 1_000;

  /** A quota that refuses nothing. */
  public static final SessionQuota UNBOUNDED =
      new SessionQuota(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, () -> () -> {});

  private static final int RETRY_SECONDS = 30;

  private final int limit;
  private final int limitPerOwner;
  private final int clientBytes;
  private final Supplier<Runnable> paces;
  private final Map<String, Integer> sessions = new HashMap<>();
  private int all;

  /** The pace of each owner. The owner that began a session longest ago comes first. */
  private final Map<String, Runnable> pace = new BoundedMap<>(MAX_OWNERS);

  /**
   * A quota nobody has used.
   *
   * @param limit the sessions in all
   * @param limitPerOwner the sessions of one owner
   * @param clientBytes the bytes of the parameters of {@code initialize}
   * @param paces makes what each begin of an owner takes from; throws {@code rate_limited}
   */
  public SessionQuota(int limit, int limitPerOwner, int clientBytes, Supplier<Runnable> paces) {
    this.limit = limit;
    this.limitPerOwner = limitPerOwner;
    this.clientBytes = clientBytes;
    this.paces = paces;
  }

  /**
   * Counts a session of {@code owner} that begins, or says why it may not.
   *
   * @param bytes the bytes of the parameters of {@code initialize}
   */
  synchronized Optional<InitializeRefusal> begin(String owner, int bytes) {
    if (bytes > clientBytes) {
      return Optional.of(
          InitializeRefusal.never(
              RequestRefusal.CLIENT_INFO_TOO_LARGE,
              "The params of initialize have "
                  + bytes
                  + " bytes and "
                  + clientBytes
                  + " is the limit; say less in clientInfo and capabilities.",
              Map.of("limit", clientBytes, "length", bytes)));
    }
    if (all >= limit) {
      return Optional.of(
          InitializeRefusal.later(
              RequestRefusal.SERVER_FULL,
              "This server has " + limit + " sessions, which is its limit; try again later.",
              Map.of("limit", limit),
              RETRY_SECONDS));
    }
    if (sessions.getOrDefault(owner, 0) >= limitPerOwner) {
      return Optional.of(
          InitializeRefusal.later(
              RequestRefusal.SESSION_LIMIT,
              "You have "
                  + limitPerOwner
                  + " sessions, which is the limit; end one with DELETE, or try again later.",
              Map.of("limit", limitPerOwner),
              RETRY_SECONDS));
    }
    try {
      pace.computeIfAbsent(owner, first -> paces.get()).run();
    } catch (ParleyException tooFast) {
      return Optional.of(InitializeRefusal.of(tooFast.problem()));
    }
    all++;
    sessions.merge(owner, 1, Integer::sum);
    return Optional.empty();
  }

  /** Ends a session that was counted for {@code owner}. */
  synchronized void end(String owner) {
    all--;
    sessions.computeIfPresent(owner, (name, count) -> count == 1 ? null : count - 1);
  }
}
