package dev.parley.war.launch.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The agent's one attachment to Parley, which outlives any session with the hub: when the hub has
 * forgotten the session, a new one is opened with what the client said when it began, the seats are
 * taken again and the model is told. Only one thread at a time opens; the others wait for it and
 * share what came of it. Safe for all threads.
 */
final class Connection {
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final HubLink link;
  private final HubUrl hub;
  private final Calls calls;
  private final ClientOutput out;
  private final OfflineAnswers offline;
  private final Log log;
  private final Seats seats = new Seats();
  private final AtomicReference<@Nullable HubSession> session = new AtomicReference<>();
  private final AtomicInteger attempts = new AtomicInteger();

  private final AtomicReference<@Nullable HubSession> untold = new AtomicReference<>();

  /** Held while a session is opened, which takes as long as the hub takes. */
  private final Object opening = new Object();

  private @Nullable HubFailure lastFailure;
  private @Nullable HubSession lastSession;
  private @Nullable InFlight listening;
  private String params = "{}";
  private int asked;
  private volatile boolean begun;
  private volatile boolean used;
  private volatile boolean refused;
  private volatile boolean ended;

  Connection(
      BridgeOptions options,
      HubLink link,
      Calls calls,
      ClientOutput out,
      OfflineAnswers offline,
      Log log) {
    this.hub = options.hub();
    this.link = link;
    this.calls = calls;
    this.out = out;
    this.offline = offline;
    this.log = log;
  }

  /** Begins with the client's {@code initialize}; returns the answer for it. */
  byte[] begin(Message initialize, String id) {
    synchronized (opening) {
      return answer(initialize, id);
    }
  }

  private byte[] answer(Message initialize, String id) {
    JsonText said = initialize.json().member("params");
    params = said == null ? "{}" : said.raw();
    try {
      HubLink.Opened opened = link.open(initialize.line());
      HubSession before = session.getAndSet(opened.session());
      if (before != null) {
        link.end(before);
      }
      begun = opened.session() != null;
      lastSession = opened.session();
      untold.set(opened.session());
      JsonText error = opened.answer().member("error");
      return error != null ? Refusal.error(id, error.line()) : opened.answer().oneLine();
    } catch (HubFailure failure) {
      if (failure.kind() == HubFailure.Kind.UNAUTHORIZED) {
        return Refusal.error(id, Refusal.INTERNAL_ERROR, failure.sentence() + ".");
      }
      log.debug("answers for the hub:", failure.sentence());
      begun = true;
      String version = initialize.json().textAt("params", "protocolVersion");
      return Refusal.result(id, offline.initialize(version, hub.tools()));
    }
  }

  boolean isBegun() {
    return begun;
  }

  /** Passes on that the client is ready, unless the hub was told so by a session opened since. */
  void initialized(byte[] notification) {
    HubSession told = untold.getAndSet(null);
    if (told != null) {
      try {
        link.tell(told, notification);
      } catch (HubFailure failure) {
        // The event stream is opened next and finds out what became of the hub.
        log.debug("initialized:", failure.sentence());
      }
    }
  }

  /** The session with the hub, a new one if there is none. */
  HubSession session() throws HubFailure {
    int seen = attempts.get();
    HubSession open = session.get();
    if (open != null) {
      return open;
    }
    synchronized (opening) {
      open = session.get();
      if (open != null) {
        return open;
      }
      if (lastFailure != null && attempts.get() != seen) {
        throw lastFailure;
      }
      try {
        HubSession fresh = opened();
        lastFailure = null;
        return fresh;
      } catch (HubFailure failure) {
        lastFailure = failure;
        throw failure;
      } finally {
        attempts.incrementAndGet();
      }
    }
  }

  /** Another session than {@code forgotten}, of which the hub knows nothing. */
  HubSession sessionAfter(HubSession forgotten) throws HubFailure {
    session.compareAndSet(forgotten, null);
    return session();
  }

  private HubSession opened() throws HubFailure {
    if (ended) {
      throw new HubFailure(HubFailure.Kind.UNREACHABLE, "The bridge is ending");
    }
    HubLink.Opened opened =
        link.open(request("initialize", params).getBytes(StandardCharsets.UTF_8));
    HubSession fresh = opened.session();
    if (fresh == null) {
      String why = opened.answer().textAt("error", "message");
      throw new HubFailure(
          HubFailure.Kind.REFUSED, "Parley at " + hub + " opens no session: " + why);
    }
    link.tell(fresh, INITIALIZED);
    untold.set(null);
    HubSession before = lastSession;
    String seatsTaken = takeSeats(fresh);
    lastSession = fresh;
    session.set(fresh);
    if (before != null) {
      calls.abandon(before);
    }
    changed();
    if (before == null && refused) {
      out.line(Notice.connected(hub));
    } else if (before != null && (used || refused)) {
      out.line(Notice.reconnected(seatsTaken, offline.readsTopics(hub.tools())));
    }
    refused = false;
    return fresh;
  }

  private String takeSeats(HubSession in) throws HubFailure {
    StringBuilder told = new StringBuilder();
    for (Map.Entry<String, String> seat : seats.all().entrySet()) {
      String room = seat.getKey();
      String wanted = seat.getValue();
      JsonText answer =
          link.ask(
              in,
              request(
                  "tools/call",
                  "{\"name\":\"join_room\",\"arguments\":{\"room\":"
                      + JsonText.quoted(room)
                      + ",\"nickname\":"
                      + JsonText.quoted(wanted)
                      + "}}"));
      String given = Seats.nickname(answer);
      seats.take(room, given);
      told.append(told.length() == 0 ? "" : " ").append(clause(room, wanted, given));
    }
    return told.toString();
  }

  private static String clause(String room, String wanted, @Nullable String given) {
    if (given == null) {
      return "You could not get back into " + room + "; join it again.";
    } else if (given.equals(wanted)) {
      return "You are back in " + room + " as " + given + ".";
    }
    return "You are back in " + room + ", but as " + given + ", because " + wanted + " is taken.";
  }

  private String request(String method, String withParams) {
    asked++;
    return "{\"jsonrpc\":\"2.0\",\"id\":\"parley-bridge-"
        + asked
        + "\",\"method\":\""
        + method
        + "\",\"params\":"
        + withParams
        + "}";
  }

  /** Learns what a tool call did to the agent's seats. */
  void watch(Message call, JsonText answer) {
    used = true;
    seats.watch(call, answer);
  }

  /** Remembers that the agent was told the hub is away, so that it hears of the hub's return. */
  void noteRefused() {
    refused = true;
  }

  /** The exchange to give up when the session changes or the connection ends. */
  synchronized void listening(HubSession in, InFlight stream) {
    listening = stream;
    if (ended || session.get() != in) {
      stream.abort();
    }
  }

  private synchronized void changed() {
    if (listening != null) {
      listening.abort();
    }
    notifyAll();
  }

  /** Waits for so long, or until there is another session than {@code known}, or an end. */
  synchronized void awaitChange(@Nullable HubSession known, long millis)
      throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000L;
    long left;
    while (!ended
        && (session.get() == null || session.get() == known)
        && (left = (end - System.nanoTime()) / 1_000_000) > 0) {
      wait(left);
    }
  }

  boolean isEnded() {
    return ended;
  }

  /** Ends the session at the hub and everything that waits here. */
  void end() {
    ended = true;
    HubSession open = session.getAndSet(null);
    changed();
    if (open != null && open.isKept()) {
      link.end(open);
    }
  }
}
