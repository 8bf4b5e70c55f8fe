package dev.parley.engine.bench;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.task.TaskDraft;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The price of a sync for each acknowledged write to an H2 file; both kinds take turns. */
@Tag("bench")
class DurabilityBench {
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final int EACH = Integer.getInteger("parley.bench.durable.each", 250);
  private static final RoomName ROOM = RoomName.of("posts");
  private static final Body BODY = Body.of("x".repeat(200));
  private static final FigureTable TABLE = new FigureTable("Durability of an H2 file");

  @TempDir private Path folder;

  @AfterAll
  static void print() {
    TABLE.print();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 32})
  void posts(int writers) throws InterruptedException {
    compare(
        "posts/s, " + writers + " writers",
        writers,
        by -> by.topics().post(ROOM, BODY, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void tasks(int writers) throws InterruptedException {
    TaskDraft draft = TaskDraft.titled("a task").description("x".repeat(200)).build();
    compare(
        "create_task/s, " + writers + " writers",
        writers,
        by -> by.sessions().current().tasks().create(draft));
  }

  private void compare(String what, int writers, Consumer<Connection> write)
      throws InterruptedException {
    try (Parley commit = open(Durability.COMMIT);
        Parley fsync = open(Durability.FSYNC)) {
      Map<Durability, List<Connection>> agents = new EnumMap<>(Durability.class);
      agents.put(Durability.COMMIT, Posters.connect(commit).subList(0, writers));
      agents.put(Durability.FSYNC, Posters.connect(fsync).subList(0, writers));
      Map<Durability, List<Double>> rates = new EnumMap<>(Durability.class);
      for (int run = 0; run <= RUNS; run++) {
        for (Durability durability : Durability.values()) {
          double rate = Posters.rate(agents.get(durability), EACH * writers, write);
          if (run > 0) { // the first warms up
            rates.computeIfAbsent(durability, first -> new ArrayList<>()).add(rate);
          }
        }
      }
      rates.forEach((durability, all) -> TABLE.told(what + ", " + durability, all));
    }
  }

  private Parley open(Durability durability) {
    return ParleyBuilder.builder()
        .data(folder.resolve(durability.name()))
        .durability(durability)
        .rateLimit(RateLimit.OFF)
        .build();
  }
}
