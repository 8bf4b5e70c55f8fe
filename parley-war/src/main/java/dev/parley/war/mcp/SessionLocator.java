package dev.parley.war.mcp;

import dev.parley.Parley;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.McpError;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Finds the session of a request. One that is here is found at once; where nodes share their
 * storage another may have it, and if that node is gone the session goes on here.
 *
 * <p>Looking asks the storage, which is done by a few threads of its own.
 */
public final class SessionLocator {
  private static final System.Logger LOG = System.getLogger(SessionLocator.class.getName());
  private static final int THREADS = 4;
  private static final long LOOK_AGAIN_MILLIS = 250;
  private static final long WATCH_EVERY_MILLIS = 2_000;

  /** Longer than it takes until a node that says nothing is taken for gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(9);

  private final Supplier<Parley> parley;
  private final ThreadPoolExecutor looking;

  /** Finds sessions of a Parley that may still be opening. */
  public SessionLocator(Supplier<Parley> parley) {
    this.parley = parley;
    this.looking =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "parley-finder");
              thread.setDaemon(true);
              return thread;
            });
    looking.allowCoreThreadTimeOut(true);
  }

  /** Lets a session that began here be found from other nodes. */
  void began(Asked asked, McpSession session, SessionSnapshot words) {
    handover().ifPresent(there -> keep(there, asked, session, words.text()));
  }

  private static void keep(
      ConnectionFailover there, Asked asked, McpSession session, String words) {
    if (words.length() <= SessionSnapshot.MAX_LENGTH) {
      there.keep(
          session.connection(), asked.key(), words, () -> asked.endpoint().lose(asked.sessionId()));
    }
  }

  /** Finds a session, waiting where it is not decided yet whether the node that has it is gone. */
  CompletionStage<Located> find(Asked asked) {
    Optional<McpSession> here = asked.endpoint().find(asked.sessionId());
    Optional<ConnectionFailover> there = handover();
    if (there.isEmpty() || (here.isPresent() && there.get().isSure())) {
      return CompletableFuture.completedFuture(hereOrNowhere(here));
    }
    return search(there.get(), asked, false, System.nanoTime() + PATIENCE.toNanos());
  }

  /** Finds a session whose node does not answer: the wait is for that node to be taken for gone. */
  CompletionStage<Located> findUnreachable(Asked asked) {
    return handover()
        .map(there -> search(there, asked, true, System.nanoTime() + PATIENCE.toNanos()))
        .orElseGet(
            () -> CompletableFuture.completedFuture(Located.refused(McpError.SESSION_ELSEWHERE)));
  }

  /**
   * Looks now and then whether a session has come here while another node is asked for it.
   *
   * @param asking ends the watch once it is done
   */
  CompletionStage<Located> watch(Asked asked, CompletableFuture<?> asking) {
    return CompletableFuture.supplyAsync(
            () -> asking.isDone() ? Optional.<Located>empty() : watchOnce(asked),
            later(WATCH_EVERY_MILLIS))
        .thenCompose(
            now -> {
              boolean goesOn = now.isPresent() && now.get().session().isEmpty();
              return goesOn
                  ? watch(asked, asking)
                  : CompletableFuture.completedFuture(
                      now.orElseGet(() -> Located.refused(McpError.SESSION_UNKNOWN)));
            });
  }

  private Optional<Located> watchOnce(Asked asked) {
    return Optional.of(
        handover()
            .flatMap(there -> once(there, asked, false))
            .orElseGet(() -> Located.refused(McpError.SESSION_ELSEWHERE)));
  }

  private Optional<ConnectionFailover> handover() {
    try {
      return parley.get().failover();
    } catch (ParleyException couldNotOpen) {
      return Optional.empty();
    }
  }

  private static Located hereOrNowhere(Optional<McpSession> here) {
    return here.map(Located::here).orElseGet(() -> Located.refused(McpError.SESSION_UNKNOWN));
  }

  private CompletionStage<Located> search(
      ConnectionFailover there, Asked asked, boolean unreachable, long until) {
    return CompletableFuture.supplyAsync(() -> once(there, asked, unreachable), looking)
        .thenCompose(found -> decided(found, there, asked, unreachable, until));
  }

  private CompletionStage<Located> decided(
      Optional<Located> found,
      ConnectionFailover there,
      Asked asked,
      boolean unreachable,
      long until) {
    if (found.isPresent()) {
      return CompletableFuture.completedFuture(found.get());
    }
    if (System.nanoTime() - until > 0) {
      return CompletableFuture.completedFuture(Located.refused(McpError.SESSION_ELSEWHERE));
    }
    return CompletableFuture.supplyAsync(() -> true, later(LOOK_AGAIN_MILLIS))
        .thenCompose(again -> search(there, asked, unreachable, until));
  }

  private Executor later(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, looking);
  }

  /** Empty while another node has it that cannot be asked. */
  private static Optional<Located> once(
      ConnectionFailover there, Asked asked, boolean unreachable) {
    Optional<McpSession> here = asked.endpoint().find(asked.sessionId());
    try {
      ConnectionLocation found = there.find(asked.key(), unreachable);
      return switch (found.kind()) {
        case NOT_FOUND -> Optional.of(Located.refused(McpError.SESSION_UNKNOWN));
        case LOCAL -> Optional.of(hereOrNowhere(here));
        case TAKEN_OVER ->
            Optional.of(Located.here(goOn(there, asked, found.taken().orElseThrow())));
        case REMOTE -> toBeAsked(found, asked, unreachable).map(Located::at);
      };
    } catch (ParleyException storageIsAway) {
      LOG.log(System.Logger.Level.DEBUG, "Nobody knows who has a session.", storageIsAway);
      return Optional.of(
          here.map(Located::here).orElseGet(() -> Located.refused(McpError.UNAVAILABLE)));
    }
  }

  private static Optional<URI> toBeAsked(
      ConnectionLocation found, Asked asked, boolean unreachable) {
    return asked.byANode() || unreachable ? Optional.empty() : found.owner();
  }

  private static McpSession goOn(
      ConnectionFailover there, Asked asked, ConnectionLocation.Taken taken) {
    SessionSnapshot words = SessionSnapshot.read(taken.words());
    McpSession session = asked.endpoint().goOn(asked.sessionId(), words, taken.connection());
    TakeoverNotice.to(session.connection()).ifPresent(session::sayFirst);
    keep(there, asked, session, taken.words());
    return session;
  }
}
