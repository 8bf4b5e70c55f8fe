package dev.parley.engine.presence;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents who fall silent are reported at that time. A heartbeat comes once an hour. */
class ExpiryTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final HeartbeatConfig HOURLY = new HeartbeatConfig(HOUR, HOUR);

  /** The time that has passed beside that of the machine. */
  private volatile Duration passed = Duration.ZERO;

  private final InstantSource clock = () -> Instant.now().plus(passed);
  private final MessageBackend store = Cable.store(clock, 1_000);
  private final PresenceDirectory node = directory("here", clock);

  /** Its signs of life are almost an hour old when they are sent. */
  private final PresenceDirectory other =
      directory("there", () -> clock.instant().minus(HOUR).plus(SOON));

  private final ConnectedPresence observer =
      node.observe(WorkspaceId.DEFAULT, new ConnectionId("observer"));

  /** The state of the agent at each report: true while online. */
  private final Queue<Boolean> reports = new ConcurrentLinkedQueue<>();

  private Subscription following = () -> {};

  /** A moment before it connects, so that the timer of its hello is the later one. */
  private final AtomicLong lastSign = new AtomicLong(clock.millis() - 50);

  @AfterEach
  void close() {
    following.close();
    node.close(Duration.ofSeconds(5));
    other.close(Duration.ofSeconds(5));
  }

  @Test
  void agentOfThisNode_whoFallsSilent_isReportedThen() {
    follow();
    ConnectedPresence agent = open(node);
    passed = HOUR.minus(SOON);
    agent.presentBy(signs());
    eventually("the agent is reported", () -> reports.contains(false));
  }

  @Test
  void agentOfThisNode_whoGivesASign_isReportedThatMuchLater() {
    follow();
    ConnectedPresence agent = open(node);
    passed = HOUR.minus(SOON);
    long begun = System.nanoTime();
    agent.presentBy(signs());
    lastSign.addAndGet(SOON.toMillis());
    eventually("the agent is reported", () -> reports.contains(false));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(SOON);
  }

  /** No heartbeat comes between: the other node hears of the return within a second. */
  @Test
  void agentThatWasSilent_whoGivesASign_isBackAtOtherNodesWithoutAHeartbeat() {
    PresenceDirectory elsewhere = directory("elsewhere", clock);
    ConnectedPresence agent = open(elsewhere);
    eventually("the agent comes", this::isOnline);
    passed = HOUR;
    agent.presentBy(signs());
    elsewhere.beat().join();
    assertThat(isOnline()).isFalse();
    lastSign.set(clock.millis());
    eventually("the agent is back", this::isOnline);
    elsewhere.close(Duration.ofSeconds(5));
  }

  @Test
  void agentOfAnotherNode_thatFallsSilent_isReportedThen() {
    follow();
    assertThat(isOnline()).isFalse();
    ConnectedPresence unused = open(other);
    eventually("the agent comes", () -> reports.contains(true));
    eventually("the agent is reported", () -> reports.contains(false));
  }

  private void follow() {
    following = node.onChange(WorkspaceId.DEFAULT, () -> reports.add(isOnline()));
  }

  private boolean isOnline() {
    return observer.roster(RosterQuery.ALL).users().stream().anyMatch(AgentStatus::online);
  }

  private LifeSigns signs() {
    return new LifeSigns() {
      @Override
      public Duration silence() {
        return Duration.ofMillis(clock.millis() - lastSign.get());
      }

      @Override
      public boolean isReachable() {
        return true;
      }
    };
  }

  private PresenceDirectory directory(String name, InstantSource its) {
    return new PresenceDirectory(new Cable(store), new ConnectionId(name), its, HOURLY);
  }

  private static ConnectedPresence open(PresenceDirectory on) {
    return on.open(WorkspaceId.DEFAULT, new ConnectionId("c1"), new AgentId("alice"), Set::of);
  }
}
