package dev.parley.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.TopicName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A Parley in a process of its own, whose room planning a chat system mirrors. It posts the numbers
 * of its run, and says when each was accepted.
 */
final class MirroringProcess implements AutoCloseable {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final String POSTED = "posted ";
  private static final String READ = "read ";
  private static final int PAUSE_MILLIS = 25;

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> posted = new ArrayList<>();

  /**
   * Starts one.
   *
   * @param secrets the environment that the chat system needs
   * @param run the first part of each message
   * @param count the number of messages that it posts
   */
  MirroringProcess(Path data, URI mirror, Map<String, String> secrets, String run, int count)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            MirroringProcess.class.getName(),
            data.toString(),
            mirror.toString(),
            run,
            Integer.toString(count));
    builder.environment().putAll(secrets);
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread reader = new Thread(this::read, "mirroring-process");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))
        .lines()
        .forEach(lines::add);
  }

  /** Waits until it has posted {@code count} messages in all. */
  void awaitPosted(int count) throws InterruptedException {
    while (posted.size() < count) {
      posted.add(next(POSTED));
    }
  }

  private String next(String kind) throws InterruptedException {
    for (; ; ) {
      String line = lines.poll(60, TimeUnit.SECONDS);
      if (line == null) {
        throw new IllegalStateException("the process printed nothing for a minute");
      }
      if (line.startsWith(kind)) {
        return line.substring(kind.length());
      }
    }
  }

  /** The messages that were accepted, as far as they were waited for. */
  List<String> posted() {
    List<String> all = new ArrayList<>(posted);
    lines.stream()
        .filter(line -> line.startsWith(POSTED))
        .forEach(line -> all.add(line.substring(POSTED.length())));
    return all;
  }

  /** Reads the whole room in the process; to be called after all messages were posted. */
  List<String> room() throws IOException, InterruptedException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    int count = Integer.parseInt(next(READ));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(next(READ));
    }
    return all;
  }

  /** Ends it as a power failure does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Posts, and prints the room for each line of the input. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    TopicName planning = TopicName.of(WorkspaceId.DEFAULT, PLANNING);
    try (Parley parley =
        ParleyBuilder.builder()
            .data(Path.of(args[0]))
            .rateLimit(RateLimit.OFF)
            .mirror(planning, URI.create(args[1]))
            .build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      for (int i = 1; i <= Integer.parseInt(args[3]); i++) {
        String text = args[2] + i;
        alice.topics().post(PLANNING, Body.of(text), Optional.empty());
        out.println(POSTED + text);
        Thread.sleep(PAUSE_MILLIS);
      }
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      while (in.readLine() != null) {
        List<String> room =
            alice.topics().fetchRecent(PLANNING, Optional.empty(), 1_000).messages().stream()
                .map(stored -> stored.message().text())
                .toList();
        out.println(READ + room.size());
        room.forEach(text -> out.println(READ + text));
      }
    }
  }
}
