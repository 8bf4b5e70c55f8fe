package dev.parley.war.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.parley.event.Event;
import dev.parley.event.Notice;
import dev.parley.id.MessageId;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.Telemetry;
import dev.parley.task.Claim;
import dev.parley.war.tool.CallMonitor;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Counting allocates nothing, neither where it is on nor where it is off. */
class CountingCostTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 20_000;

  /** Less than a hundredth of the smallest object for each call. */
  private static final long FEW_BYTES = 2_000;

  private final Event event = new Notice(new byte[0]);
  private final Claim claim = Claim.lost(Optional.empty(), "none");
  private final MessageId message = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");

  @Test
  void countsOfTheEngine_allocateNothing() {
    EngineCounts counts = new EngineCounts();
    assertThat(allocated(() -> observe(counts))).isLessThan(FEW_BYTES);
    assertThat(allocated(() -> observe(Telemetry.NONE))).isLessThan(FEW_BYTES);
  }

  @Test
  void countsOfCalls_allocateNothing() {
    CallCounts counts = new CallCounts(Set.of("join_room"));
    assertThat(allocated(() -> call(counts))).isLessThan(FEW_BYTES);
    assertThat(allocated(() -> call(CallMonitor.NONE))).isLessThan(FEW_BYTES);
  }

  private void observe(Telemetry telemetry) {
    for (int i = 0; i < CALLS; i++) {
      telemetry.posted(Telemetry.MessageStore.SESSION, message);
      telemetry.delivered(event, false);
      telemetry.claimed(claim);
      telemetry.committed(i, true);
      telemetry.committedByAnother(i);
    }
  }

  private static void call(CallMonitor monitor) {
    for (int i = 0; i < CALLS; i++) {
      monitor.ended("join_room", null, i);
      monitor.ended("join_room", ProblemCode.RATE_LIMITED, i);
      monitor.cancelled("join_room");
    }
  }

  /** Returns the bytes that the second of two runs allocates. */
  private static long allocated(Runnable work) {
    work.run();
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    work.run();
    return THREADS.getThreadAllocatedBytes(self) - before;
  }
}
