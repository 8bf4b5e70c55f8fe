package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatEmulation.Seen;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Four writers who post to one room at the same time while a person writes there too and all faults
 * are made, and the outcome. No text is written twice on purpose.
 */
final class WritersAmongFaults {
  private static final int WRITERS = 4;
  private static final int PERSON_EVERY = 50;
  private static final Duration BOUND = Duration.ofMinutes(8);
  private static final Duration SETTLING = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final String BEGIN = "begin";
  private static final String END = "end";
  private static final Sender BOB =
      new Sender(new AgentId("bob"), Nickname.of("bob"), new ConnectionId("c2"));

  private final ChatBackend backend;
  private final ChatEmulation emulation;
  private final TopicName topic;
  private final int each;
  private final Queue<Message> pushed = new ConcurrentLinkedQueue<>();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /**
   * Writers who have not begun.
   *
   * @param each the number of messages of each of them
   */
  WritersAmongFaults(ChatBackend backend, ChatEmulation emulation, TopicName topic, int each) {
    this.backend = backend;
    this.emulation = emulation;
    this.topic = topic;
    this.each = each;
  }

  /** Writes all messages, and makes no more faults from then on. */
  void write() throws Exception {
    backend.follow(topic, Optional.empty(), stored -> pushed.add(stored.message()));
    backend.post(MessageDraft.of(topic, BOB, Body.of(BEGIN)));
    if (emulation.makesFaults()) {
      for (Fault fault : Fault.values()) {
        emulation.faults().share(fault, fault.name().startsWith("LIMIT") ? 0.01 : 0.02);
      }
    }
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Callable<Void>> shares = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        shares.add(() -> write(writer));
      }
      for (Future<Void> share : pool.invokeAll(shares, BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
        share.get();
      }
    } finally {
      pool.shutdownNow();
      emulation.faults().clear();
    }
  }

  private Void write(int writer) {
    for (int i = 0; i < each; i++) {
      post(text(writer, i));
      if (writer == 0 && i % PERSON_EVERY == 0) {
        emulation.write(topic, "zoe", personText(i), Optional.empty());
      }
    }
    return null;
  }

  /** A system without a history may not know whether a message was sent. */
  private void post(String text) {
    try {
      backend.post(MessageDraft.of(topic, BOB, Body.of(text)));
    } catch (ParleyException uncertain) {
      refused.add(text);
    }
  }

  private static String text(int writer, int number) {
    return writer + ":" + number;
  }

  private static String personText(int number) {
    return "zoe:" + number;
  }

  /** Waits until nothing more is to come. */
  void settle() {
    long deadline = System.nanoTime() + SETTLING.toNanos();
    while (!lost().isEmpty() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    backend.post(MessageDraft.of(topic, BOB, Body.of(END)));
    eventually("the end came", () -> pushedTexts().contains(END));
  }

  /** The number of messages, without the first and the last one. */
  int size() {
    return (int) expected().count();
  }

  private Stream<String> expected() {
    return Stream.concat(
        IntStream.range(0, WRITERS * each).mapToObj(i -> text(i % WRITERS, i / WRITERS)),
        IntStream.range(0, each)
            .filter(i -> i % PERSON_EVERY == 0)
            .mapToObj(WritersAmongFaults::personText));
  }

  /** The number of posts that were refused, and may be in the room or not. */
  int refused() {
    return refused.size();
  }

  /** The messages that were not refused and that the follower did not get. */
  List<String> lost() {
    return absentFrom(pushedTexts());
  }

  /** The messages that were not refused and that people do not see. */
  List<String> lostInTheRoom() {
    return absentFrom(roomTexts());
  }

  private List<String> absentFrom(Collection<String> texts) {
    Set<String> there = new HashSet<>(texts);
    return expected().filter(text -> !refused.contains(text) && !there.contains(text)).toList();
  }

  /** The ids that the follower got more than once, and the texts that it got with several ids. */
  List<String> doubled() {
    return Stream.concat(
            repeated(pushed.stream().map(message -> message.id().value()).toList()).stream(),
            repeated(pushedTexts()).stream())
        .toList();
  }

  /** The messages that people see more than once. */
  List<String> doubledInTheRoom() {
    return repeated(roomTexts());
  }

  private static List<String> repeated(List<String> all) {
    Set<String> once = new HashSet<>();
    return all.stream().filter(one -> !once.add(one)).toList();
  }

  /** Returns true if the follower got what the topic has, and each writer's messages in order. */
  boolean isInOneOrder() {
    List<String> got = pushedTexts();
    return got.equals(topicTexts())
        && IntStream.range(0, WRITERS)
            .allMatch(writer -> of(writer, got).equals(sorted(writer, got)));
  }

  private List<String> of(int writer, List<String> got) {
    return got.stream().filter(text -> text.startsWith(writer + ":")).toList();
  }

  private List<String> sorted(int writer, List<String> got) {
    Set<String> there = new HashSet<>(got);
    return IntStream.range(0, each).mapToObj(i -> text(writer, i)).filter(there::contains).toList();
  }

  private List<String> pushedTexts() {
    return pushed.stream().map(Message::text).toList();
  }

  private List<String> topicTexts() {
    return backend.fetchAfter(topic, Optional.empty(), 10_000).messages().stream()
        .map(stored -> stored.message().text())
        .toList();
  }

  /** The texts that people see, without the names of the senders. */
  private List<String> roomTexts() {
    return emulation.room(topic).stream()
        .map(Seen::text)
        .map(text -> text.substring(text.lastIndexOf(' ') + 1))
        .toList();
  }

  /** Fails where a message is lost, doubled or not in order. */
  void assertAllOnceInOneOrder() {
    assertThat(doubledInTheRoom()).as("twice in the room").isEmpty();
    assertThat(lostInTheRoom()).as("not in the room").isEmpty();
    assertThat(doubled()).as("twice").isEmpty();
    assertThat(lost()).as("lost").isEmpty();
    List<String> got = pushedTexts();
    assertThat(got).as("the order of the topic").isEqualTo(topicTexts());
    for (int writer = 0; writer < WRITERS; writer++) {
      assertThat(of(writer, got)).as("the order of one writer").isEqualTo(sorted(writer, got));
    }
  }
}
