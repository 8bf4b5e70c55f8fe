package dev.parley.war.bench;

import dev.parley.war.driver.Caller;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import dev.parley.war.testing.TestIssuer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server with 1,000 credentials that also takes the access tokens of an issuer. Each client shows
 * a token of its own.
 */
final class ClosedServer implements AutoCloseable {
  static final int CREDENTIALS = 1_000;

  private static final int STEP = 7; // of no factor in common with 1,000
  private static final int TOKEN_SECONDS = 24 * 60 * 60;

  /** The tokens that the clients show. */
  enum Tokens {
    /** Those of stored credentials. */
    STORED,
    /** Access tokens of the issuer, of 1 kB. */
    ISSUED,
    /** Both, in turns. */
    BOTH
  }

  private final Tokens tokens;
  private final TestIssuer issuer = TestIssuer.start();
  private final List<Caller> stored = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();

  ClosedServer(Tokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Starts a server of this issuer that has its credentials. They are made by a server before it,
   * since the code of an open server has not run as often either.
   */
  ServerProcess start(BenchSettings settings) throws IOException {
    String[] trust = {"--oidc-issuer", issuer.url(), "--oidc-audience", TestIssuer.AUDIENCE};
    ServerProcess before = ServerProcess.start(settings, trust);
    try (KeepAlive line = new KeepAlive(before.address())) {
      Owner owner = Owner.of(before, line);
      stored.clear();
      for (int i = 0; i < CREDENTIALS; i++) {
        stored.add(owner.make("agent", "default", "agent-" + i));
      }
      ServerProcess server = before.restart(settings, trust);
      server.callers(this::next);
      return server;
    } catch (IOException e) {
      before.close();
      throw e;
    }
  }

  private Caller next() {
    int number = asked.getAndIncrement();
    if (tokens == Tokens.STORED || (tokens == Tokens.BOTH && number % 2 == 0)) {
      return stored.get(number * STEP % CREDENTIALS);
    }
    String name = "program-" + number;
    long end = Instant.now().getEpochSecond() + TOKEN_SECONDS;
    return new Caller(name, issuer.sign(issuer.claims(name).claim("exp", end)));
  }

  @Override
  public void close() {
    issuer.close();
  }
}
