package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent's thread that is interrupted in the middle of a call does not close the database. */
class InterruptedCallerTest {
  private static final int CALLS = 300;

  @Test
  void interrupted_whileItWrites_othersGoOnAndNothingIsLost(@TempDir Path directory)
      throws InterruptedException {
    Set<String> made = ConcurrentHashMap.newKeySet();
    try (Parley parley = ParleyBuilder.builder().data(directory).build()) {
      Session calm = parley.connect(ConnectOptions.of("calm")).sessions().current();
      Session hasty = parley.connect(ConnectOptions.of("hasty")).sessions().current();
      Thread interrupted = new Thread(() -> create(hasty, made, "hasty"));
      interrupted.start();
      Thread other = new Thread(() -> create(calm, made, "calm"));
      other.start();
      while (interrupted.isAlive()) {
        interrupted.interrupt();
        LockSupport.parkNanos(500_000);
      }
      other.join();
      assertThat(made.stream().filter(title -> title.startsWith("calm"))).hasSize(CALLS);
    }
    try (Parley parley = ParleyBuilder.builder().data(directory).build()) {
      Session later = parley.connect(ConnectOptions.of("later")).sessions().current();
      assertThat(later.tasks().list(TaskFilter.ALL).stream().map(task -> task.draft().title()))
          .doesNotHaveDuplicates()
          .containsAll(made);
    }
  }

  private static void create(Session session, Set<String> made, String name) {
    for (int i = 0; i < CALLS; i++) {
      try {
        session.tasks().create(TaskDraft.titled(name + i).build());
        made.add(name + i);
      } catch (ParleyException interruptedBeforeItBegan) {
        // refused, and so not made for sure
      }
    }
  }
}
