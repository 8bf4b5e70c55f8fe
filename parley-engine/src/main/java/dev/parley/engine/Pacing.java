package dev.parley.engine;

import dev.parley.engine.config.Limits;
import dev.parley.engine.room.TokenBucket;
import dev.parley.problem.ParleyException;

/** The pace of one connection's writes. Refuses with {@code rate_limited}. */
final class Pacing {
  private final TokenBucket messages;
  private final TokenBucket writes;

  private Pacing(TokenBucket messages, TokenBucket writes) {
    this.messages = messages;
    this.writes = writes;
  }

  /** Full buckets of {@code limits}. */
  static Pacing of(Limits limits) {
    return new Pacing(limits.messageRate().newBucket(), limits.writeRate().newBucket());
  }

  /**
   * Lets one write pass.
   *
   * @throws ParleyException {@code rate_limited}, which costs nothing
   */
  void write() {
    writes.take();
  }

  /**
   * Lets one session message pass, which is a write besides.
   *
   * @throws ParleyException {@code rate_limited}, which costs nothing
   */
  void message() {
    messages.take();
  }
}
