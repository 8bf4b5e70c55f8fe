package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** A homeserver with the client-server API, as far as Parley and the official client use it. */
final class MatrixEmulator implements AutoCloseable {
  static {
    // the server writes headers and body apart, and the second would wait 40 ms for the first
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final int TOO_MANY = 429;
  private static final long LIMIT_MILLIS = 30;

  private final Faults faults = new Faults();
  private final MatrixEmulatorWorld world = new MatrixEmulatorWorld(faults);
  private final MatrixEmulatorAccounts accounts = new MatrixEmulatorAccounts();
  private final MatrixEmulatorReads reads = new MatrixEmulatorReads(world);
  private final MatrixEmulatorSync sync = new MatrixEmulatorSync(world, faults);
  private final MatrixEmulatorRoutes routes =
      new MatrixEmulatorRoutes(world, accounts, reads, sync);
  private final Map<String, Response> answers = new ConcurrentHashMap<>();
  private final Map<String, Runnable> before = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger limits = new AtomicInteger();
  private final EmulatorServer server =
      new EmulatorServer(faults, MatrixEmulator::isFaulty, this::limit, this::serve);

  private static boolean isFaulty(Request request) {
    String path = request.path();
    return path.contains("/send/") || path.endsWith("/messages") || path.contains("/context/");
  }

  /** A limit with {@code Retry-After}; without it, one with a time in the body and one without. */
  private Response limit(boolean withHeader) {
    Response limit =
        Response.of(TOO_MANY, limited(withHeader || limits.incrementAndGet() % 2 == 1));
    return withHeader ? limit.with("Retry-After", "1") : limit;
  }

  private static ObjectNode limited(boolean hasTime) {
    ObjectNode body = MatrixJson.object();
    body.put("errcode", "M_LIMIT_EXCEEDED").put("error", "Too Many Requests");
    return hasTime ? body.put("retry_after_ms", LIMIT_MILLIS) : body;
  }

  /** An answer with status 429 whose time is in a header. */
  static Response limit(String retryAfter) {
    return Response.of(TOO_MANY, limited(false)).with("Retry-After", retryAfter);
  }

  private Response serve(Request request) throws Exception {
    requests.add(request);
    taken(before, request).ifPresent(Runnable::run);
    Optional<Response> answer = taken(answers, request);
    if (answer.isPresent()) {
      return answer.get();
    }
    try {
      return routes.answer(request);
    } catch (MatrixEmulatorProblem problem) {
      return problem.response();
    }
  }

  private static <T> Optional<T> taken(Map<String, T> once, Request request) {
    return List.copyOf(once.keySet()).stream()
        .filter(part -> request.path().contains(part))
        .flatMap(part -> Optional.ofNullable(once.remove(part)).stream())
        .findFirst();
  }

  /** Has the next request whose path has {@code part} get an answer. */
  void answerOnce(String part, Response answer) {
    answers.put(part, answer);
  }

  /** Has something happen before the next request whose path has {@code part}. */
  void beforeOnce(String part, Runnable happening) {
    before.put(part, happening);
  }

  /** The requests whose paths have {@code part}. */
  List<Request> requests(String part) {
    return requests.stream().filter(request -> request.path().contains(part)).toList();
  }

  MatrixEmulatorWorld world() {
    return world;
  }

  MatrixEmulatorAccounts accounts() {
    return accounts;
  }

  MatrixEmulatorReads reads() {
    return reads;
  }

  MatrixEmulatorSync sync() {
    return sync;
  }

  MatrixEmulatorRoutes routes() {
    return routes;
  }

  Faults faults() {
    return faults;
  }

  String address() {
    return server.address();
  }

  void away(boolean isAway) {
    server.away(isAway);
  }

  @Override
  public void close() {
    server.close();
  }
}
