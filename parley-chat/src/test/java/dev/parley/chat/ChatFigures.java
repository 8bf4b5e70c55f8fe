package dev.parley.chat;

import static dev.parley.Eventually.eventually;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The figures of the backend over one system. Backend, database and emulator share one process. Not
 * run unless it is named; a figure is printed, and only what no noise explains fails.
 */
@Tag("bench")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ChatFigures {
  private static final int RUNS = 3;
  private static final int WARM_UP = 200;
  private static final int POSTS = 1_000;
  private static final int CUTS = 10;
  private static final int OUTAGES = 5;
  private static final int STARTS = 5;
  private static final int BACKLOG = 20;

  /** Some systems wait longer before they connect again where the connection was short. */
  private static final Duration CONNECTED = Duration.ofSeconds(6);

  private static final Duration OUTAGE = Duration.ofSeconds(2);
  private static final String ZOE = "zoe";
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), ConnectionId.of("c1", true));
  private static final TopicName PLANNING = topic("planning");
  private static final List<TopicName> MANY =
      IntStream.range(0, 50).mapToObj(i -> topic("room-" + i)).toList();

  /** The topics of all figures, for a system that needs a room for each beforehand. */
  protected static final List<TopicName> TOPICS =
      Stream.concat(Stream.of(PLANNING), MANY.stream()).toList();

  private final ChatFigureLines lines =
      new ChatFigureLines(getClass().getSimpleName().replace("Figures", ""));

  /** A system without messages. */
  protected abstract ChatEmulation newEmulation() throws Exception;

  /** A login with the times of the provider, not with short ones. */
  protected ChatSystem usualSystem(ChatEmulation emulation) {
    return emulation.system();
  }

  /** A login of another Parley that gets the messages of the first one; empty where none can. */
  protected Optional<ChatSystem> otherSystem(ChatEmulation emulation) {
    return emulation.isShared() ? Optional.of(usualSystem(emulation)) : Optional.empty();
  }

  /** Has a person write a line with formatting and a mention, as the system has them. */
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    emulation.write(
        topic, person, "I like *JSON*, @alice: see `parser.ts` & <b>.", Optional.empty());
  }

  private static TopicName topic(String room) {
    return TopicName.of(WorkspaceId.DEFAULT, RoomName.of(room));
  }

  private static MessageDraft draft(TopicName topic, String text) {
    return MessageDraft.of(topic, ALICE, Body.of(text));
  }

  @Test
  final void faults() throws Exception {
    try (ChatEmulation emulation = newEmulation();
        ChatParleys parleys = new ChatParleys()) {
      ChatBackend backend = parleys.connect(emulation.system(), ChatBackendContract.QUICK);
      WritersAmongFaults writers = new WritersAmongFaults(backend, emulation, PLANNING, 250);
      CountDownLatch written = new CountDownLatch(1);
      CompletableFuture<Integer> cuts =
          emulation.makesFaults()
              ? CompletableFuture.completedFuture(0)
              : CompletableFuture.supplyAsync(() -> cuts(emulation, backend, written));
      long begun = System.nanoTime();
      try {
        writers.write();
      } finally {
        written.countDown();
      }
      int faults =
          cuts.get(1, TimeUnit.MINUTES)
              + emulation.faults().made().values().stream().mapToInt(Integer::intValue).sum();
      writers.settle();
      double seconds = (System.nanoTime() - begun) / 1e9;
      lines.print(
          String.format(
              Locale.ROOT,
              "%d messages by 4 writers and a person, %d faults: %d refused to the caller"
                  + " (uncertain), %d lost (%d in the room), %d doubled (%d in the room),"
                  + " one order: %s, %.1f s",
              writers.size(),
              faults,
              writers.refused(),
              writers.lost().size(),
              writers.lostInTheRoom().size(),
              writers.doubled().size(),
              writers.doubledInTheRoom().size(),
              writers.isInOneOrder() ? "yes" : "no",
              seconds));
      lines.print("faults made: " + emulation.faults().made() + ", restarts: " + cuts.join());
      writers.assertAllOnceInOneOrder();
    }
  }

  /** Cuts when the backend has been connected for a second, until the end. */
  private static int cuts(ChatEmulation emulation, ChatBackend backend, CountDownLatch end) {
    int cuts = 0;
    try {
      while (!end.await(1, TimeUnit.SECONDS)) {
        if (backend.isReachable()) {
          emulation.cut();
          cuts++;
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    return cuts;
  }

  @Test
  final void recovery() throws Exception {
    try (ChatEmulation emulation = newEmulation();
        ChatParleys parleys = new ChatParleys()) {
      ChatBackend backend = parleys.connect(usualSystem(emulation), ChatSettings.DEFAULT);
      ChatPushes pushes = ChatPushes.of(backend, PLANNING, Optional.empty());
      backend.post(draft(PLANNING, "begin"));
      pushes.next("begin");
      lines.print("recovery with ChatSettings.DEFAULT, " + ChatSettings.DEFAULT);
      List<Double> cuts = new ArrayList<>();
      List<Double> writes = new ArrayList<>();
      for (int i = 0; i < CUTS; i++) {
        Thread.sleep(CONNECTED.toMillis());
        emulation.cut();
        long begun = System.nanoTime();
        emulation.write(PLANNING, ZOE, "cut " + i, Optional.empty());
        writes.add((System.nanoTime() - begun) / 1e6);
        cuts.add(pushes.next("cut " + i).since(begun));
      }
      lines.print("cut, from a person's message to its push, ms", cuts);
      if (!emulation.makesFaults()) {
        lines.print("of that, until the person was logged in and had written, ms", writes);
      }
      List<Double> outages = new ArrayList<>();
      List<Double> starts = new ArrayList<>();
      for (int i = 0; i < OUTAGES; i++) {
        Thread.sleep(CONNECTED.toMillis());
        outages.add(outage(emulation, pushes, "outage " + i, starts));
      }
      lines.print(
          String.format(
              Locale.ROOT,
              "outage of %d s, from its end to the push of a message written %s, ms",
              OUTAGE.toSeconds(),
              emulation.makesFaults() ? "meanwhile" : "at its end"),
          outages);
      if (!emulation.makesFaults()) {
        lines.print("of that, until the server had started, ms", starts);
      }
      pushes.assertNoMore();
    }
  }

  private static double outage(
      ChatEmulation emulation, ChatPushes pushes, String text, List<Double> starts)
      throws InterruptedException {
    emulation.away(true);
    emulation.cut();
    Thread.sleep(OUTAGE.toMillis());
    if (emulation.makesFaults()) {
      emulation.write(PLANNING, ZOE, text, Optional.empty());
    }
    long begun = System.nanoTime();
    emulation.away(false);
    starts.add((System.nanoTime() - begun) / 1e6);
    if (!emulation.makesFaults()) {
      emulation.write(PLANNING, ZOE, text, Optional.empty());
    }
    return pushes.next(text).since(begun);
  }

  @Test
  final void postToPush() throws Exception {
    try (ChatEmulation emulation = newEmulation();
        ChatParleys parleys = new ChatParleys()) {
      ChatBackend backend = parleys.connect(usualSystem(emulation), ChatSettings.DEFAULT);
      ChatPushes here = ChatPushes.of(backend, PLANNING, Optional.empty());
      say(backend, List.of(here), "warm-up", WARM_UP);
      measure(emulation, backend, List.of(here), "one Parley");
      Optional<ChatSystem> second = otherSystem(emulation);
      if (second.isPresent()) {
        backend.post(draft(PLANNING, "begin"));
        here.next("begin");
        ChatBackend other = parleys.connect(second.get(), ChatSettings.DEFAULT);
        ChatPushes there = ChatPushes.of(other, PLANNING, Optional.of(Cursor.BEGINNING));
        while (!there.next().message().text().equals("begin")) {
          // what was said before
        }
        say(backend, List.of(here, there), "warm-up", WARM_UP);
        measure(emulation, backend, List.of(here, there), "two Parleys");
      }
    }
  }

  private void measure(
      ChatEmulation emulation, ChatBackend backend, List<ChatPushes> followers, String where)
      throws InterruptedException {
    List<List<Double>> medians = lists(followers.size() + 1);
    List<List<Double>> worst = lists(followers.size() + 1);
    List<Double> costs = new ArrayList<>();
    List<Double> serverCosts = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      long cpu = cpu();
      Optional<Duration> serverCpu = serverCpu(emulation);
      List<List<Double>> times = say(backend, followers, "run " + run, POSTS);
      costs.add((cpu() - cpu) / 1e6 / POSTS);
      serverCpu.ifPresent(
          before ->
              serverCosts.add(
                  (double) serverCpu(emulation).orElseThrow().minus(before).toMillis() / POSTS));
      for (int i = 0; i < times.size(); i++) {
        medians.get(i).add(ChatFigureLines.percentile(times.get(i), 50));
        worst.get(i).add(ChatFigureLines.percentile(times.get(i), 99));
      }
    }
    List<String> names = List.of("post itself", "post to push", "post to push in the second");
    for (int i = 0; i < medians.size(); i++) {
      lines.print(where + ": " + names.get(i) + ", p50 ms", medians.get(i));
      lines.print(where + ": " + names.get(i) + ", p99 ms", worst.get(i));
    }
    lines.print(
        where + ": CPU of a message in this process (backend, database, emulator), ms", costs);
    if (!serverCosts.isEmpty()) {
      lines.print(where + ": CPU of a message in the process of the server, ms", serverCosts);
    }
  }

  private static List<List<Double>> lists(int count) {
    return IntStream.range(0, count).<List<Double>>mapToObj(i -> new ArrayList<>()).toList();
  }

  /**
   * Posts one message after the other, each when all followers have the one before.
   *
   * @return the milliseconds of each post, and until each follower had it
   */
  private static List<List<Double>> say(
      ChatBackend backend, List<ChatPushes> followers, String words, int count)
      throws InterruptedException {
    List<List<Double>> times = lists(followers.size() + 1);
    for (int i = 0; i < count; i++) {
      String text = words + ", message " + i;
      long begun = System.nanoTime();
      backend.post(draft(PLANNING, text));
      times.get(0).add((System.nanoTime() - begun) / 1e6);
      for (int follower = 0; follower < followers.size(); follower++) {
        times.get(follower + 1).add(followers.get(follower).next(text).since(begun));
      }
    }
    return times;
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Optional<Duration> serverCpu(ChatEmulation emulation) {
    return emulation.process().flatMap(process -> process.info().totalCpuDuration());
  }

  @Test
  final void start50() throws Exception {
    try (ChatEmulation emulation = newEmulation();
        ChatParleys parleys = new ChatParleys()) {
      LogDatabase database = parleys.database();
      ChatBackend first = parleys.connect(usualSystem(emulation), ChatSettings.DEFAULT, database);
      for (TopicName topic : MANY) {
        first.post(draft(topic, "begin"));
        for (int i = 1; i < BACKLOG; i++) {
          emulation.write(topic, ZOE, "message " + i, Optional.empty());
        }
        eventually(
            "all are known",
            () -> first.fetchAfter(topic, Optional.empty(), 100).messages().size() == BACKLOG);
      }
      first.disconnect();
      List<Double> connects = new ArrayList<>();
      List<Double> arrivals = new ArrayList<>();
      List<Double> requests = new ArrayList<>();
      for (int i = 0; i < STARTS; i++) {
        ChatSystem system = usualSystem(emulation);
        long before = emulation.faults().requests();
        long begun = System.nanoTime();
        ChatBackend backend = parleys.connect(system, ChatSettings.DEFAULT, database);
        connects.add((System.nanoTime() - begun) / 1e6);
        List<ChatPushes> pushes =
            MANY.stream().map(topic -> ChatPushes.of(backend, topic, Optional.empty())).toList();
        String text = "start " + i;
        emulation.write(MANY.get(MANY.size() - 1), ZOE, text, Optional.empty());
        arrivals.add(pushes.get(pushes.size() - 1).next(text).since(begun));
        requests.add((double) (emulation.faults().requests() - before));
        backend.disconnect();
        pushes.forEach(ChatPushes::assertNoMore);
      }
      lines.print("start with 50 topics, connect, ms", connects);
      lines.print("start with 50 topics, until a message to the last one came, ms", arrivals);
      if (emulation.makesFaults()) {
        lines.print("start with 50 topics, requests", requests);
      }
    }
  }

  @Test
  final void conversation() throws Exception {
    try (ChatEmulation emulation = newEmulation();
        ChatParleys parleys = new ChatParleys()) {
      ChatBackend backend = parleys.connect(usualSystem(emulation), ChatSettings.DEFAULT);
      ChatConversation talk = new ChatConversation(backend, emulation, PLANNING);
      talk.ask();
      writeFormatted(emulation, PLANNING, ZOE);
      talk.decide();
      talk.print(lines);
    }
  }
}
