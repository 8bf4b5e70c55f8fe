package dev.parley.war.mcp;

import dev.parley.Parley;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.war.mcp.SessionLocation.Local;
import dev.parley.war.mcp.SessionLocation.Refused;
import dev.parley.war.mcp.SessionLocation.Remote;
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
final class SessionLocator {
  private static final System.Logger LOG = System.getLogger(SessionLocator.class.getName());
  private static final int THREADS = 4;
  private static final long LOOK_AGAIN_MILLIS = 250;
  private static final long WATCH_EVERY_MILLIS = 2_000;

  /**
   * The longest wait for a node: longer than it takes until a node that says nothing is taken for
   * gone.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(9);

  private final Supplier<Parley> parley;
  private final ThreadPoolExecutor looking;

  /** Finds sessions of a Parley that may still be opening. */
  SessionLocator(Supplier<Parley> parley) {
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
  void began(SessionQuery lookup, McpSession session, SessionSnapshot words) {
    failover().ifPresent(there -> keep(there, lookup, session, words.text()));
  }

  private static void keep(
      ConnectionFailover there, SessionQuery lookup, McpSession session, String words) {
    if (words.length() <= SessionSnapshot.MAX_LENGTH) {
      there.keep(
          session.connection(),
          lookup.key(),
          words,
          () -> lookup.endpoint().lose(lookup.sessionId()));
    }
  }

  /** Finds a session, waiting where it is not decided yet whether the node that has it is gone. */
  CompletionStage<SessionLocation> locate(SessionQuery lookup) {
    Optional<McpSession> here = lookup.endpoint().find(lookup.sessionId());
    Optional<ConnectionFailover> there = failover();
    if (there.isEmpty() || (here.isPresent() && there.get().isSure())) {
      return CompletableFuture.completedFuture(SessionLocation.of(here));
    }
    return search(there.get(), lookup, false, System.nanoTime() + PATIENCE.toNanos());
  }

  /** Finds a session whose node does not answer: the wait is for that node to be taken for gone. */
  CompletionStage<SessionLocation> locateUnreachable(SessionQuery lookup) {
    return failover()
        .map(there -> search(there, lookup, true, System.nanoTime() + PATIENCE.toNanos()))
        .orElseGet(
            () -> CompletableFuture.completedFuture(new Refused(McpError.SESSION_ELSEWHERE)));
  }

  /**
   * Looks now and then whether a session has come here while another node is asked for it.
   *
   * @param asking ends the watch once it is done
   */
  CompletionStage<SessionLocation> watch(SessionQuery lookup, CompletableFuture<?> asking) {
    return CompletableFuture.supplyAsync(
            () -> asking.isDone() ? Optional.<SessionLocation>empty() : watchOnce(lookup),
            later(WATCH_EVERY_MILLIS))
        .thenCompose(
            now -> {
              boolean goesOn = now.isPresent() && now.get().local().isEmpty();
              return goesOn
                  ? watch(lookup, asking)
                  : CompletableFuture.completedFuture(
                      now.orElseGet(() -> new Refused(McpError.SESSION_UNKNOWN)));
            });
  }

  private Optional<SessionLocation> watchOnce(SessionQuery lookup) {
    return Optional.of(
        failover()
            .flatMap(there -> once(there, lookup, false))
            .orElseGet(() -> new Refused(McpError.SESSION_ELSEWHERE)));
  }

  private Optional<ConnectionFailover> failover() {
    try {
      return parley.get().failover();
    } catch (ParleyException couldNotOpen) {
      return Optional.empty();
    }
  }

  private CompletionStage<SessionLocation> search(
      ConnectionFailover there, SessionQuery lookup, boolean unreachable, long until) {
    return CompletableFuture.supplyAsync(() -> once(there, lookup, unreachable), looking)
        .thenCompose(found -> decided(found, there, lookup, unreachable, until));
  }

  private CompletionStage<SessionLocation> decided(
      Optional<SessionLocation> found,
      ConnectionFailover there,
      SessionQuery lookup,
      boolean unreachable,
      long until) {
    if (found.isPresent()) {
      return CompletableFuture.completedFuture(found.get());
    }
    if (System.nanoTime() - until > 0) {
      return CompletableFuture.completedFuture(new Refused(McpError.SESSION_ELSEWHERE));
    }
    return CompletableFuture.supplyAsync(() -> true, later(LOOK_AGAIN_MILLIS))
        .thenCompose(again -> search(there, lookup, unreachable, until));
  }

  private Executor later(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, looking);
  }

  /** Looks once; empty while another node has the session and cannot be asked. */
  private static Optional<SessionLocation> once(
      ConnectionFailover there, SessionQuery lookup, boolean unreachable) {
    Optional<McpSession> here = lookup.endpoint().find(lookup.sessionId());
    try {
      ConnectionLocation found = there.find(lookup.key(), unreachable, lookup.grant().traits());
      return switch (found.kind()) {
        case NOT_FOUND -> Optional.of(new Refused(McpError.SESSION_UNKNOWN));
        case LOCAL -> Optional.of(SessionLocation.of(here));
        case TAKEN_OVER -> Optional.of(new Local(goOn(there, lookup, found.taken().orElseThrow())));
        case REMOTE -> toBeAsked(found, lookup, unreachable).<SessionLocation>map(Remote::new);
      };
    } catch (ParleyException storageIsAway) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Nobody knows who has a session.",
          Masking.trace(storageIsAway));
      return Optional.of(
          here.isPresent() ? new Local(here.get()) : new Refused(McpError.UNAVAILABLE));
    }
  }

  private static Optional<URI> toBeAsked(
      ConnectionLocation found, SessionQuery lookup, boolean unreachable) {
    return lookup.forwarded() || unreachable ? Optional.empty() : found.owner();
  }

  private static McpSession goOn(
      ConnectionFailover there, SessionQuery lookup, ConnectionLocation.Taken taken) {
    SessionSnapshot words = SessionSnapshot.read(taken.words());
    McpSession session = lookup.endpoint().goOn(lookup.sessionId(), words, taken.connection());
    TakeoverNotice.to(session.connection()).ifPresent(session::sayFirst);
    keep(there, lookup, session, taken.words());
    return session;
  }
}
