package dev.parley.war.web;

import dev.parley.Parley;
import dev.parley.WorkspaceId;
import dev.parley.war.auth.Access;
import jakarta.servlet.ServletContext;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** What a deployment has for people: who of them is here, and what their pages are told. */
public final class Web {
  private static final String ATTRIBUTE = Web.class.getName();

  private final Feed feed;
  private final Sittings sittings;
  private final Optional<String> instance;
  private final Instant startedAt = Instant.now();

  /**
   * Nothing is connected before the first person comes.
   *
   * @param instance what the deployer calls this hub
   * @param bound how wrong tokens are held back
   */
  public Web(Access access, Supplier<Parley> parley, Optional<String> instance, Tries.Bound bound) {
    this.feed = new Feed(parley, WorkspaceId.DEFAULT);
    this.sittings = new Sittings(access, parley, feed, bound);
    this.instance = instance;
  }

  /** That of a deployment. */
  static Web of(ServletContext context) {
    return (Web)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment has no page");
  }

  /** Makes this that of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  Feed feed() {
    return feed;
  }

  Sittings sittings() {
    return sittings;
  }

  Optional<String> instance() {
    return instance;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Lets go of those who left without a word. */
  public void expire() {
    sittings.expire();
  }

  /** Ends the streams of pages, which come back when there is a server again. */
  public void close() {
    feed.close();
    sittings.close();
  }
}
