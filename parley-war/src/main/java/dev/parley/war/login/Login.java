package dev.parley.war.login;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.audit.Origin;
import dev.parley.credential.Role;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.ParleyException;
import dev.parley.spi.LifeSigns;
import dev.parley.waiting.Waiting;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Rights;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One person's browser, for as long as it is used. */
public final class Login {
  private static final String ATTRIBUTE = Login.class.getName();
  private static final Duration REACHABLE = Duration.ofMinutes(1);

  private final Nickname name;
  private volatile Grant grant;
  private volatile Origin origin = Origin.NONE;
  private volatile boolean closed;
  private final WorkspaceChoice choice;
  private final Supplier<Parley> parley;
  private final Function<WorkspaceId, Connection> observers;
  private @Nullable Connection connection;
  private final AtomicInteger streams = new AtomicInteger();

  /** Ends its open event streams. */
  private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();

  private volatile long usedAt = System.nanoTime();

  /**
   * A login that is not connected yet.
   *
   * @param choice the workspace of a person whose credential opens every one
   * @param observers returns a connection that sees every room of a workspace
   */
  Login(
      Nickname name,
      Grant grant,
      WorkspaceChoice choice,
      Supplier<Parley> parley,
      Function<WorkspaceId, Connection> observers) {
    this.name = name;
    this.grant = grant;
    this.choice = choice;
    this.parley = parley;
    this.observers = observers;
  }

  /**
   * Returns the login of a request.
   *
   * @throws HttpProblemException 401 where there is none
   */
  public static Login of(HttpServletRequest request) {
    return in(request)
        .orElseThrow(
            () ->
                new HttpProblemException(
                    new ProblemDetail(
                        401, "unauthorized", "Nobody is logged in here; log in.", Map.of())));
  }

  /** Returns the login of a request, if there is one. */
  public static Optional<Login> in(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof Login login
        ? Optional.of(login)
        : Optional.empty();
  }

  /** Makes this the login of a request, and notes that it is used. */
  public void attendTo(HttpServletRequest request) {
    usedAt = System.nanoTime();
    request.setAttribute(ATTRIBUTE, this);
    RequestGrant.notePerson(request, grant.in(workspace()), name.value());
    origin = RequestGrant.origin(request);
  }

  /** Returns the rights of the person, which may be those in every workspace. */
  public Grant grant() {
    return grant;
  }

  /** Returns the rights of the person in the workspace that the person sees. */
  public Grant grantHere() {
    return grant.in(workspace());
  }

  /**
   * Returns the agent whose direct messages alone the person may read: its own. Empty for those who
   * lead, who may read all.
   */
  public Optional<AgentId> reader() {
    return grant.role().covers(Role.LEAD)
        ? Optional.empty()
        : Optional.of(new AgentId(name.value()));
  }

  /** Changes the rights of the person. */
  void grant(Grant changed) {
    grant = changed;
  }

  /**
   * Returns the workspace that the person sees: the one of the credential, else the chosen one,
   * else the default one. It stays the same as long as this login is open.
   */
  public WorkspaceId workspace() {
    return grant.workspace().orElse(choice.workspace());
  }

  /** Returns the workspace that the person chose. */
  WorkspaceChoice choice() {
    return choice;
  }

  /** Returns true if the person sees no other workspace. */
  public boolean isBound() {
    return grant.workspace().isPresent();
  }

  /** Returns true if an issuer named the person; such a login has an end of its own. */
  public boolean isOfAnIssuer() {
    return grant.expiresAt().isPresent();
  }

  /** Returns true if the person decides about the tasks and reviews of others. */
  public boolean leads() {
    return Rights.LEAD_ON_PAGE.isMetBy(grant);
  }

  /** Returns the person as an agent of the workspace. */
  public AgentId person() {
    return new AgentId(name.value());
  }

  /**
   * Returns the list of what waits for the person; reading it makes nobody present. Permission
   * requests are in it for those who may answer them.
   */
  public Waiting waiting() {
    Waiting list = observer().waitingFor(person());
    return answersPermissions() ? list.withPermissions() : list;
  }

  /**
   * Returns true if the person answers permission requests. Without a credential nobody does: any
   * program on the machine could log in as a person.
   */
  public boolean answersPermissions() {
    return grant.isVerified() && Rights.ANSWER_PERMISSIONS.isMetBy(grant);
  }

  /**
   * Takes a message that the person sent for the answer to a permission request, where it is one.
   * Never refused, as the message is sent already.
   *
   * @param sender the connection that sent it
   * @param to the agent it was sent to; empty for several
   */
  public void wrote(Connection sender, String text, Optional<AgentId> to) {
    if (answersPermissions()) {
      var unused = sender.permissions().understand(text, to);
    }
  }

  /** Returns the person's name. */
  public Nickname name() {
    return name;
  }

  /** Returns the person's own connection: all that is done through it, the person does. */
  public synchronized Connection connection() {
    Connection own = connection;
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    if (own == null) {
      ConnectOptions who =
          new ConnectOptions(workspace(), Optional.of(new AgentId(name.value())), Optional.empty())
              .asPerson();
      who = grant.isVerified() ? who.asVerified() : who;
      own = parley.get().connect(leads() ? who.asLead() : who);
      own.presentBy(new BrowserSigns());
      connection = own;
    }
    own.audit().calledFrom(origin);
    return own;
  }

  /**
   * The signs of life of a browser: one that shows the page has a stream open, or asks now and
   * then.
   */
  private final class BrowserSigns implements LifeSigns {
    @Override
    public Duration silence() {
      return Duration.ofNanos(Math.max(0, idleNanos()));
    }

    @Override
    public boolean isReachable() {
      return idleNanos() < REACHABLE.toNanos();
    }
  }

  /** Returns a connection that sees every room and is in none, for reading. */
  public Connection observer() {
    return observers.apply(workspace());
  }

  /** Counts an event stream that is about to open; returns whether it is within {@code max}. */
  public boolean openStream(int max) {
    if (streams.incrementAndGet() > max) {
      streams.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Runs {@code end} when the login ends while the event stream is open. */
  public void endWith(Runnable end) {
    ends.add(end);
    if (closed) {
      end.run();
    }
  }

  /** Counts an event stream that has ended, the one of {@code end}. */
  public void streamEnded(Runnable end) {
    ends.remove(end);
    streams.decrementAndGet();
  }

  /** Returns the nanoseconds since it was last used. */
  long idleNanos() {
    return System.nanoTime() - usedAt;
  }

  /** Notes that it was used at {@code nanos}, by {@link System#nanoTime}. */
  public synchronized void usedAt(long nanos) {
    if (nanos - usedAt > 0) {
      usedAt = nanos;
    }
  }

  synchronized void close() {
    closed = true;
    ends.forEach(Runnable::run);
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
