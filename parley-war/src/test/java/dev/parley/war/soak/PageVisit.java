package dev.parley.war.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A person who opens the page, watches a session for a while and closes it again: the files of the
 * page, a login, the event stream, what the page reads once the stream is open, and the numbers of
 * the session while it changes.
 */
final class PageVisit implements Visitors.Visit {
  private static final Pattern FILE = Pattern.compile("(?:src|href)=\"([a-z][^\":]*)\"");
  private static final Pattern ROOM =
      Pattern.compile("\"name\":\"([a-z0-9-]+)\",[^{}]*\"durable\":true");
  private static final Pattern NEXT = Pattern.compile("\"next\":\"?([^\",}]+)\"?[,}]");
  private static final int MAX_ROOMS = 12;
  private static final int MIN_SECONDS = 20;
  private static final int MAX_SECONDS = 60;
  private static final long COUNTED_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final Supplier<String> sessions;
  private final Visitors visitors;
  private final AtomicLong opened;
  private final Site site;

  PageVisit(
      String name, String origin, Supplier<String> sessions, Visitors visitors, AtomicLong opened) {
    this.name = name;
    this.sessions = sessions;
    this.visitors = visitors;
    this.opened = opened;
    this.site = new Site(origin);
  }

  @Override
  public void run() throws IOException {
    for (MatchResult file : FILE.matcher(site.get("/")).results().toList()) {
      site.load("/" + file.group(1));
    }
    site.get("/api/me");
    site.logIn(name);
    site.get("/api/workspaces");
    long seconds = ThreadLocalRandom.current().nextLong(MIN_SECONDS, MAX_SECONDS);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < until && !visitors.isClosed()) {
      watch(sessions.get(), until);
    }
    site.logOut();
  }

  /** Follows a stream to its end; one that ends too early is a problem, and is opened again. */
  private void watch(String session, long until) throws IOException {
    long begun = System.nanoTime();
    try (InputStream stream = site.open("/api/stream?session=" + session)) {
      opened.incrementAndGet();
      long left = TimeUnit.NANOSECONDS.toMillis(until - begun);
      Future<?> end = visitors.after(left, () -> close(stream));
      try {
        follow(stream, session);
      } finally {
        end.cancel(false);
      }
      throw new IOException("the server ended it");
    } catch (IOException | UncheckedIOException e) {
      if (System.nanoTime() < until && !visitors.isClosed()) {
        visitors.problems().add("stream of a page: " + e, begun);
        LockSupport.parkNanos(AGAIN_NANOS);
        logInAgain();
      }
    }
  }

  /** Logs in where the server has forgotten the login, which the page does without a word. */
  private void logInAgain() throws IOException {
    if (site.get("/api/me").contains("\"name\":null")) {
      site.logIn(name);
    }
  }

  private void follow(InputStream stream, String session) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    boolean isChanged = false;
    long counted = System.nanoTime();
    for (String line = lines.readLine();
        line != null && !visitors.isClosed();
        line = lines.readLine()) {
      if (line.equals("event: hello") || line.equals("event:hello")) {
        readAll(session);
      }
      isChanged |= line.startsWith("event: event") || line.startsWith("event:event");
      if (isChanged && System.nanoTime() - counted > COUNTED_NANOS) {
        site.get("/api/sessions/" + session);
        counted = System.nanoTime();
        isChanged = false;
      }
    }
  }

  /** Reads what the page shows, after the hello of a stream. */
  private void readAll(String session) throws IOException {
    site.get("/api/agents");
    site.get("/api/waiting");
    site.get("/api/me");
    readTasks(session);
    site.get("/api/sessions/" + session + "/events?limit=200");
    for (String room : durableRooms()) {
      site.get("/api/rooms/" + room + "/messages?limit=30");
    }
  }

  private void readTasks(String session) throws IOException {
    String path = "/api/sessions/" + session + "/tasks";
    String next = next(site.get(path));
    while (!next.isEmpty()) {
      next = next(site.get(path + "?after=" + next));
    }
  }

  private Set<String> durableRooms() throws IOException {
    return ROOM.matcher(site.get("/api/rooms"))
        .results()
        .limit(MAX_ROOMS)
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The cursor of the next page; empty on the last one. */
  private static String next(String page) {
    return NEXT.matcher(page)
        .results()
        .map(found -> found.group(1))
        .filter(cursor -> !cursor.equals("null"))
        .findFirst()
        .orElse("");
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // it is closed
    }
  }
}
