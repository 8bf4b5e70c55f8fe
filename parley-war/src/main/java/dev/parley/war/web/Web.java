package dev.parley.war.web;

import dev.parley.Parley;
import dev.parley.id.WorkspaceId;
import dev.parley.war.auth.LoginThrottle;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.http.ClientAddress;
import dev.parley.war.settings.Settings;
import dev.parley.war.tool.Caller;
import jakarta.servlet.ServletContext;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** What a deployment has for people: who of them is here, and what their pages are told. */
public final class Web {
  private static final String ATTRIBUTE = Web.class.getName();
  private static final int DEFAULT_MAX_STREAMS = 50;

  private final Feed feed;
  private final Logins sittings;
  private final ClientAddress addresses;
  private final Optional<String> instance;
  private final int maxStreams;
  private final int answerBytes;
  private final Instant startedAt = Instant.now();

  /**
   * Nothing is connected before the first person comes.
   *
   * @param context tells its settings
   */
  public Web(ServletContext context, Supplier<Parley> parley) {
    Settings settings = Settings.of(context);
    this.feed = new Feed(parley, WorkspaceId.DEFAULT);
    this.sittings =
        new Logins(
            TokenPolicy.of(settings),
            parley,
            feed,
            LoginThrottle.of(context),
            LoginFiles.of(settings));
    this.addresses = ClientAddress.of(context);
    this.instance = settings.value("instance");
    this.maxStreams = settings.count("max-streams-per-login").orElse(DEFAULT_MAX_STREAMS);
    this.answerBytes = settings.count("max-answer").orElse(Caller.DEFAULT_ANSWER_BYTES);
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

  Logins sittings() {
    return sittings;
  }

  ClientAddress addresses() {
    return addresses;
  }

  /** How many event streams one login may have open. */
  int maxStreams() {
    return maxStreams;
  }

  /** The most bytes of one answer that lists something. */
  int answerBytes() {
    return answerBytes;
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
