package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TimerOfTheJdkTest {
  /** Up to JDK 24, and from JDK 25 on. */
  private static final Set<String> NAMES =
      Set.of("CompletableFutureDelayScheduler", "ForkJoinPool.commonPool-delayScheduler");

  @Test
  void start_byADeployment_leavesAThreadOfTheJdk() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader deployment = new ClassLoader(before) {};
    thread.setContextClassLoader(deployment);
    try {
      TimerOfTheJdk.startOutside();
    } finally {
      thread.setContextClassLoader(before);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(each -> NAMES.contains(each.getName()))
        .hasSize(1)
        .noneMatch(each -> each.getContextClassLoader() == deployment);
  }
}
