package dev.parley.war.rest;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.feed.Feed;
import dev.parley.war.feed.Feeds;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.login.Login;
import dev.parley.war.login.LoginFiles;
import dev.parley.war.login.Logins;
import dev.parley.war.login.People;
import dev.parley.war.oidc.IssuerLogin;
import dev.parley.war.settings.DataFolder;
import dev.parley.war.settings.Settings;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.MaxAnswer;
import jakarta.servlet.ServletContext;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** The parts of a deployment that serve people: their logins, and the feed of their pages. */
public final class Web {
  private static final String ATTRIBUTE = Web.class.getName();
  private static final int DEFAULT_MAX_STREAMS = 50;

  private final Supplier<Parley> parley;
  private final Supplier<Optional<Parley>> opened;
  private final SessionCounts sessions;
  private final WakeServices wake;
  private final Feeds feeds;
  private final People people;
  private final Logins logins;
  private final ForwardedHeaders addresses;
  private final Optional<String> instance;
  private final int answerBytes;
  private final BackupStage backups;
  private final Instant startedAt = Instant.now();

  /**
   * Makes the web of a deployment. Nothing is connected before the first person comes.
   *
   * @param context provides its settings
   * @param parley the Parley, waiting for it to open
   * @param opened the Parley if it is open
   * @param sessions counts the MCP sessions of this node
   * @param wake the desks and the reach of agents
   */
  public Web(
      ServletContext context,
      Supplier<Parley> parley,
      Supplier<Optional<Parley>> opened,
      SessionCounts sessions,
      WakeServices wake) {
    this.wake = wake;
    this.parley = parley;
    this.opened = opened;
    this.sessions = sessions;
    Settings settings = Settings.of(context);
    this.people = new People();
    wake.desks().guards().recognizePeople(people::has);
    int maxStreams = settings.count("max-streams-per-login").orElse(DEFAULT_MAX_STREAMS);
    this.feeds = new Feeds(workspace -> new Feed(parley, workspace, people, wake, maxStreams));
    wake.desks().guards().onChange((workspace, agent) -> feeds.stopChanged(workspace, agent));
    wake.desks().activities().onChange(feeds::activityChanged);
    wake.desks().acting().onChange(feeds::activityChanged);
    wake.desks().reports().onChange(feeds::activityChanged);
    this.logins =
        new Logins(
            Authenticator.of(context),
            parley,
            feeds::observer,
            people,
            FailedLoginLimiter.of(context),
            LoginFiles.of(settings),
            IssuerLogin.of(context).map(IssuerLogin::rules));
    this.addresses = ForwardedHeaders.of(context);
    this.instance = settings.value("instance");
    this.answerBytes = settings.count("max-answer").orElse(MaxAnswer.DEFAULT_BYTES);
    this.backups = BackupStage.in(DataFolder.of(settings));
  }

  /** Returns the web of a deployment. */
  static Web of(ServletContext context) {
    return (Web)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment has no page");
  }

  /** Makes this the web of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
    logins.publish(context);
    feeds.publish(context);
  }

  /**
   * The Parley, waiting for it to open.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable} where it could not
   */
  Parley parley() {
    return parley.get();
  }

  /** Returns the Parley if it is open, without waiting. */
  Optional<Parley> opened() {
    return opened.get();
  }

  SessionCounts sessions() {
    return sessions;
  }

  Desks desks() {
    return wake.desks();
  }

  WakeTests tests() {
    return wake.tests();
  }

  /** Returns the feed of the workspace that a person sees. */
  Feed feed(Login login) {
    return feeds.of(login.workspace());
  }

  /**
   * Returns a connection that sees every room of a workspace and is in none, for reading.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}; {@code limit_reached}
   */
  Connection observer(WorkspaceId workspace) {
    return feeds.observer(workspace);
  }

  /** Returns true if a person came to {@code workspace} under {@code name}, or is there now. */
  boolean isPerson(WorkspaceId workspace, AgentId name) {
    return people.has(workspace, name) || observer(workspace).presence().isPerson(name.value());
  }

  /** Returns the logins, which end when their credential changes. */
  public Logins logins() {
    return logins;
  }

  ForwardedHeaders addresses() {
    return addresses;
  }

  /** The most bytes of one answer that lists something. */
  int answerBytes() {
    return answerBytes;
  }

  /** Returns the backups on their way to clients. */
  BackupStage backups() {
    return backups;
  }

  Optional<String> instance() {
    return instance;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Closes the logins of those who left without a word. */
  public void expire() {
    logins.expire();
  }

  /** Ends the streams of pages, which come back when there is a server again. */
  public void close() {
    feeds.close();
    logins.close();
  }
}
