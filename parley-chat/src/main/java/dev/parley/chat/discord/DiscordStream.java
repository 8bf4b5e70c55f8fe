package dev.parley.chat.discord;

import dev.parley.chat.http.ChatHttp;
import dev.parley.chat.http.ChatSocket;
import dev.parley.engine.logging.Masking;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One connection to the gateway: it opens or resumes a session, and passes events on. */
final class DiscordStream implements ChatSocket.Handler {
  private static final System.Logger LOG = System.getLogger(DiscordStream.class.getName());

  private static final int DISPATCH = 0;
  private static final int HEARTBEAT = 1;
  private static final int IDENTIFY = 2;
  private static final int RESUME = 6;
  private static final int RECONNECT = 7;
  private static final int INVALID_SESSION = 9;
  private static final int HELLO = 10;
  private static final int HEARTBEAT_ACK = 11;

  private static final int GUILDS = 1;
  private static final int GUILD_MESSAGES = 1 << 9;
  private static final int MESSAGE_CONTENT = 1 << 15;
  private static final int LARGE_THRESHOLD = 50;
  private static final int LOGOUT = 1000;

  /** Receives the events of all connections, one at a time. */
  interface Events {
    /** Takes an event. */
    void event(String type, JsonNode data);
  }

  private final String token;
  private final DiscordTimes times;
  private final DiscordSession session;
  private final Events events;
  private final ScheduledExecutorService timer;
  private final CompletableFuture<DiscordEnd> ended = new CompletableFuture<>();
  private final CompletableFuture<ChatSocket> opened = new CompletableFuture<>();
  private final DiscordHeartbeat heartbeat =
      new DiscordHeartbeat(this::beat, () -> end(DiscordEnd.cut()));

  /** Guarded by {@code this}, as is the next one. */
  private boolean isGreeted;

  private @Nullable ScheduledFuture<?> helloLimit;
  private volatile boolean isReady;

  DiscordStream(
      String token,
      DiscordTimes times,
      DiscordSession session,
      Events events,
      ScheduledExecutorService timer) {
    this.token = token;
    this.times = times;
    this.session = session;
    this.events = events;
    this.timer = timer;
  }

  /** Connects. The end is in {@link #ended}. */
  void open(HttpClient client, URI address) {
    ChatSocket socket = ChatSocket.connect(client, address, times.request(), this);
    opened.complete(socket);
    synchronized (this) {
      if (!isGreeted && !ended.isDone()) {
        helloLimit = limit();
      }
    }
  }

  private @Nullable ScheduledFuture<?> limit() {
    try {
      return timer.schedule(
          () -> end(DiscordEnd.cut()), times.request().toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      return null;
    }
  }

  /** The end of this connection, which does not fail. */
  CompletableFuture<DiscordEnd> ended() {
    return ended;
  }

  /** Returns true if a session was opened or resumed. */
  boolean wasReady() {
    return isReady;
  }

  @Override
  public void text(ChatSocket socket, String text) {
    if (ended.isDone()) {
      return;
    }
    opened.complete(socket);
    try {
      take(ChatHttp.JSON.readTree(text));
    } catch (JacksonException broken) {
      end(DiscordEnd.cut());
    }
  }

  private void take(JsonNode payload) {
    JsonNode data = payload.path("d");
    switch (payload.path("op").asInt(-1)) {
      case DISPATCH -> dispatch(payload.path("t").asString(""), payload.path("s"), data);
      case HEARTBEAT -> beat();
      case RECONNECT -> end(DiscordEnd.reconnect());
      case INVALID_SESSION -> end(DiscordEnd.invalid(data.asBoolean(false), times));
      case HELLO -> greet(Duration.ofMillis(data.path("heartbeat_interval").asLong(0)));
      case HEARTBEAT_ACK -> heartbeat.answered();
      default -> {} // operations that a bot may ignore
    }
  }

  private void greet(Duration interval) {
    synchronized (this) {
      isGreeted = true;
      if (helloLimit != null) {
        helloLimit.cancel(false);
      }
    }
    DiscordSession.Resume resume = session.resume();
    send(resume == null ? IDENTIFY : RESUME, resume == null ? identify() : resume(resume));
    heartbeat.begin(timer, interval);
    if (ended.isDone()) {
      stopTimers();
    }
  }

  private ObjectNode identify() {
    ObjectNode data = ChatHttp.JSON.createObjectNode();
    data.put("token", token);
    data.put("intents", GUILDS | GUILD_MESSAGES | MESSAGE_CONTENT);
    data.put("large_threshold", LARGE_THRESHOLD);
    data.putObject("properties").put("os", "jvm").put("browser", "parley").put("device", "parley");
    return data;
  }

  private ObjectNode resume(DiscordSession.Resume from) {
    ObjectNode data = ChatHttp.JSON.createObjectNode();
    return data.put("token", token).put("session_id", from.id()).put("seq", from.seq());
  }

  private void dispatch(String type, JsonNode number, JsonNode data) {
    if (type.equals("READY")) {
      session.isNew(
          data.path("session_id").asString(""), data.path("resume_gateway_url").asString(""));
    }
    if (type.equals("READY") || type.equals("RESUMED")) {
      isReady = true;
    }
    if (number.isNumber()) {
      session.came(number.asLong());
    }
    try {
      events.event(type, data);
    } catch (RuntimeException unreadable) {
      // it would come again after every resume, so the connection goes on without it
      LOG.log(
          System.Logger.Level.WARNING,
          "An event {0} of Discord could not be read and is left out. {1}",
          type,
          Masking.message(unreadable));
    }
  }

  private void beat() {
    long seq = session.seq();
    ObjectNode payload = ChatHttp.JSON.createObjectNode().put("op", HEARTBEAT);
    if (seq < 0) {
      payload.putNull("d");
    } else {
      payload.put("d", seq);
    }
    withSocket(socket -> socket.send(payload.toString()));
  }

  private void send(int op, ObjectNode data) {
    ObjectNode payload = ChatHttp.JSON.createObjectNode().put("op", op);
    payload.set("d", data);
    withSocket(socket -> socket.send(payload.toString()));
  }

  private void withSocket(Consumer<ChatSocket> use) {
    var unused = opened.thenAccept(use);
  }

  @Override
  public void closed(ChatSocket socket, int code, String reason) {
    end(DiscordEnd.of(code));
  }

  /** Ends the connection so that its session goes on. */
  private void end(DiscordEnd how) {
    if (ended.complete(how)) {
      stopTimers();
      withSocket(ChatSocket::cut);
    }
  }

  /** Ends the session and the connection. */
  void logOut() {
    if (ended.complete(DiscordEnd.of(LOGOUT))) {
      stopTimers();
      withSocket(socket -> socket.close(LOGOUT));
    }
  }

  private synchronized void stopTimers() {
    heartbeat.end();
    if (helloLimit != null) {
      helloLimit.cancel(false);
    }
  }
}
