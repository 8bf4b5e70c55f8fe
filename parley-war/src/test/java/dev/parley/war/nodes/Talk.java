package dev.parley.war.nodes;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Agents in one topic, half of them at home on each of two nodes: each says its part and reads all,
 * while something happens. They go on speaking, slowly, until it is over.
 */
public final class Talk {
  private static final int LISTENERS = 4;
  private static final Duration BOUND = Duration.ofMinutes(4);
  private static final long PAUSE_NANOS = 500_000_000;
  private static final long RETRY_NANOS = 50_000_000;

  private final TestNode first;
  private final TestNode second;
  private final String topic;
  private final int agents;
  private final int messages;
  private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
  private final List<Roamer> roamers = new ArrayList<>();
  private final List<RawMcp> listeners = new ArrayList<>();
  private volatile boolean over;

  /** A talk of so many agents in one topic, who say at least so many messages together. */
  public Talk(TestNode first, TestNode second, String topic, int agents, int messages) {
    this.first = first;
    this.second = second;
    this.topic = topic;
    this.agents = agents;
    this.messages = messages;
  }

  /** Four more agents are pushed to by the second node. */
  public Talk withListeners() {
    var unused = post(roamer("lead", 0), "we begin");
    for (int i = 0; i < LISTENERS; i++) {
      listeners.add(Heard.listener(second, "listener" + i, topic));
    }
    return this;
  }

  /** Lets them talk until this is over, and returns what each was given. */
  public Outcome during(Meanwhile meanwhile) throws Exception {
    long began = System.nanoTime();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Heard>> pushed = new ArrayList<>();
      for (RawMcp client : listeners) {
        pushed.add(threads.submit(() -> Heard.pushed(client)));
      }
      List<Future<Heard>> readers = new ArrayList<>();
      List<Future<Boolean>> speakers = new ArrayList<>();
      for (int i = 0; i < agents; i++) {
        String agent = "agent" + i;
        Roamer reading = roamer(agent, i % 2);
        Roamer speaking = roamer(agent, i % 2);
        readers.add(threads.submit(() -> Heard.read(reading, topic)));
        speakers.add(threads.submit(() -> speak(agent, speaking), true));
      }
      eventually("a third is said", BOUND, () -> acknowledged.size() >= messages / 3);
      meanwhile.happen();
      over = true;
      awaited(speakers);
      say(roamer("lead", 0), Heard.LAST);
      return new Outcome(
          List.copyOf(acknowledged),
          awaited(readers),
          awaited(pushed),
          Duration.ofNanos(System.nanoTime() - began));
    } finally {
      threads.shutdownNow();
      listeners.forEach(RawMcp::close);
      roamers.forEach(Roamer::close);
    }
  }

  private Roamer roamer(String agent, int home) {
    TestNode here = home == 0 ? first : second;
    TestNode there = home == 0 ? second : first;
    Roamer roamer = new Roamer(agent, here, there);
    roamers.add(roamer);
    return roamer;
  }

  private void speak(String agent, Roamer roamer) {
    int part = messages / agents;
    int said = 0;
    while (said < part || !over) {
      said++;
      say(roamer, agent + " says " + said);
      if (said >= part) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    say(roamer, agent + " saw it through");
  }

  private void say(Roamer roamer, String words) {
    acknowledged.add(post(roamer, words));
  }

  /** What is refused, or not answered, is said again: it may stand there twice, under two ids. */
  private String post(Roamer roamer, String words) {
    ToolAnswer answer = roamer.tool("parley_post", "topic", topic, "content", words);
    while (answer.refused()) {
      Refused.check(answer);
      LockSupport.parkNanos(RETRY_NANOS);
      answer = roamer.tool("parley_post", "topic", topic, "content", words);
    }
    return answer.get("backendMsgId");
  }

  private static <T> List<T> awaited(Collection<? extends Future<? extends T>> futures)
      throws Exception {
    List<T> results = new ArrayList<>();
    for (Future<? extends T> future : futures) {
      results.add(future.get(BOUND.toSeconds(), TimeUnit.SECONDS));
    }
    return results;
  }
}
