package dev.parley.war.testing;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An open event stream over a socket of its own. Events wait in a queue; an event without data only
 * moves {@link #lastId()}, a comment does nothing.
 */
public final class EventStreamReader implements AutoCloseable {
  private final Socket socket;
  private final int status;
  private final List<String> head;
  private final BlockingQueue<PushedEvent> events = new LinkedBlockingQueue<>();
  private final List<PushedEvent> withoutData = new CopyOnWriteArrayList<>();
  private volatile String lastId = "";
  private volatile boolean ended;
  private volatile boolean began;

  private EventStreamReader(Socket socket, int status, List<String> head) {
    this.socket = socket;
    this.status = status;
    this.head = head;
  }

  /** Asks for the stream, and returns when its first line is here: pushes go to it from now on. */
  static EventStreamReader open(URI endpoint, Map<String, String> headers) {
    try {
      Socket socket = TestCertificates.socket(endpoint);
      StringBuilder request = new StringBuilder("GET " + endpoint.getPath() + " HTTP/1.1\r\n");
      request.append("Host: ").append(endpoint.getAuthority()).append("\r\n");
      headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
      socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
      Chunked body = new Chunked(socket.getInputStream());
      List<String> head = body.head();
      int status =
          Integer.parseInt(head.get(0).substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
      EventStreamReader stream = new EventStreamReader(socket, status, head);
      if (status == 200) {
        Thread reading = new Thread(() -> stream.read(body), "pushes");
        reading.setDaemon(true);
        reading.start();
        eventually("the stream began", () -> stream.began || stream.ended);
      } else {
        socket.close();
        stream.ended = true;
      }
      return stream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The HTTP status it was answered with. */
  public int status() {
    return status;
  }

  /** The status line and headers, as they came. */
  public List<String> head() {
    return head;
  }

  /** The next event; fails where none comes in time. */
  public PushedEvent next() {
    PushedEvent event = within(Eventually.BOUND);
    if (event == null) {
      throw new AssertionError("no event in " + Eventually.BOUND + (ended ? ", it ended" : ""));
    }
    return event;
  }

  /** The next event, or null where none comes in this time. */
  public @Nullable PushedEvent within(Duration time) {
    try {
      return events.poll(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The next {@code count} events. */
  public List<PushedEvent> next(int count) {
    List<PushedEvent> taken = new ArrayList<>(count);
    while (taken.size() < count) {
      taken.add(next());
    }
    return taken;
  }

  /** How many events wait to be taken. */
  public int waiting() {
    return events.size();
  }

  /** The id of the last event that arrived, with data or without; empty before the first. */
  public String lastId() {
    return lastId;
  }

  /** The events that carried an id and no data. */
  public List<PushedEvent> withoutData() {
    return List.copyOf(withoutData);
  }

  /** Whether it has ended, by either side. */
  public boolean isEnded() {
    return ended;
  }

  /** Breaks it off the hard way: the server gets a reset, no goodbye. */
  public void cut() {
    try {
      if (!socket.isClosed()) {
        socket.setSoLinger(true, 0);
        socket.close();
      }
    } catch (IOException alreadyGone) {
      // cut is cut
    }
  }

  @Override
  public void close() {
    cut();
  }

  private void read(Chunked body) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      List<String> event = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isEmpty()) {
          if (!line.startsWith(":")) {
            event.add(line);
          }
        } else {
          if (!event.isEmpty()) {
            arrived(PushedEvent.of(event));
            event.clear();
          }
          began = true;
        }
      }
    } catch (IOException cutOff) {
      // told by isEnded
    } finally {
      ended = true;
    }
  }

  /** Whoever takes an event finds its id as the last. */
  private void arrived(PushedEvent event) {
    if (!event.id().isEmpty()) {
      lastId = event.id();
    }
    if (event.data().isEmpty()) {
      withoutData.add(event);
    } else {
      events.add(event);
    }
  }
}
