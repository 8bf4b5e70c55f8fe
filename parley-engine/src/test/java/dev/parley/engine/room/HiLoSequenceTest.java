package dev.parley.engine.room;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.engine.Databases;
import dev.parley.engine.Outage;
import dev.parley.engine.persistence.Database;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ProblemCode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class HiLoSequenceTest {
  private final HikariDataSource pool = Databases.inMemory();
  private final Outage source = new Outage(pool);
  private final Database database = Database.over(source, RoomRows.ENTITIES);
  private final RoomRows rows =
      new RoomRows(database.transactions(), "one", InstantSource.system());
  private String room;

  @BeforeEach
  void makeRoom() {
    room = rows.ensureRoom(WorkspaceId.DEFAULT, newName()).key();
  }

  @AfterAll
  void close() {
    database.close();
    pool.close();
  }

  @Test
  void next_countsFrom1ByOnes() {
    HiLoSequence block = block();
    for (long expected = 1; expected <= 50_000; expected++) {
      assertThat(block.next()).isEqualTo(expected);
    }
  }

  @Test
  void next_ofEachRoom_countsForItself() {
    HiLoSequence other =
        new HiLoSequence(rows.numbers(), rows.ensureRoom(WorkspaceId.DEFAULT, newName()).key());
    HiLoSequence block = block();
    assertThat(block.next()).isEqualTo(1);
    assertThat(other.next()).isEqualTo(1);
    assertThat(block.next()).isEqualTo(2);
  }

  @Test
  void next_afterAnOrderlyEnd_goesOnWithoutAJump() {
    long last = 0;
    for (int used : new int[] {1, 127, 128, 129, 300, 5_000}) {
      HiLoSequence block = block();
      for (int i = 0; i < used; i++) {
        assertThat(block.next()).isEqualTo(++last);
      }
      block.giveBack();
    }
  }

  @Test
  void next_afterAKill_neverRepeats() {
    long last = 0;
    for (int used : new int[] {1, 127, 128, 129, 300, 5_000}) {
      HiLoSequence block = block();
      long first = block.next();
      assertThat(first).isGreaterThan(last);
      last = first;
      for (int i = 1; i < used; i++) {
        long next = block.next();
        assertThat(next).isGreaterThan(last);
        last = next;
      }
    }
  }

  @Test
  void next_afterTheRestWasGivenBack_takesAnew() {
    HiLoSequence block = block();
    assertThat(block.next()).isEqualTo(1);
    block.giveBack();
    block.giveBack();
    HiLoSequence successor = block();
    assertThat(successor.next()).isEqualTo(2);
    assertThat(block.next()).isGreaterThan(2);
  }

  @Test
  void giveBack_ofABlockNeverUsed_doesNothing() {
    block().giveBack();
    assertThat(block().next()).isEqualTo(1);
  }

  @Test
  void next_byProcessesThatComeAndGo_neverRepeats() throws Exception {
    List<List<Long>> taken =
        AtOnce.run(
            4,
            process -> {
              List<Long> mine = new ArrayList<>();
              for (int life = 0; life < 10; life++) {
                HiLoSequence block = block();
                for (int i = 0; i < 100 + 50 * process; i++) {
                  mine.add(block.next());
                }
                block.giveBack();
              }
              return mine;
            });
    Set<Long> all = new HashSet<>();
    taken.forEach(all::addAll);
    assertThat(all).hasSize(taken.stream().mapToInt(List::size).sum());
  }

  /** Another process holds 257 to 512, between this one's two blocks. */
  @Test
  void giveBack_ofTwoBlocksWithAnothersBetween_leavesTheOthersAlone() {
    HiLoSequence block = block();
    block.next();
    HiLoSequence other = block();
    long othersFirst = other.next();
    for (int i = 0; i < 200; i++) {
      block.next();
    }
    eventually("the next block is taken ahead", () -> highWater() > 512);
    block.giveBack();

    HiLoSequence successor = block();
    Set<Long> given = new HashSet<>(Set.of(othersFirst));
    for (int i = 0; i < 400; i++) {
      assertThat(given.add(other.next())).as("number %s of the other", i).isTrue();
      assertThat(given.add(successor.next())).as("number %s of the successor", i).isTrue();
    }
  }

  @Test
  void next_whileTheDatabaseIsAway_goesOnToTheEndOfTheBlock() {
    HiLoSequence block = block();
    assertThat(block.next()).isEqualTo(1);
    source.begin();
    for (long expected = 2; expected <= 256; expected++) {
      assertThat(block.next()).isEqualTo(expected);
    }
    assertThat(refusedCode(block::next)).isEqualTo(ProblemCode.UNAVAILABLE);
    source.end();
    assertThat(block.next()).isEqualTo(257);
  }

  @Test
  void next_afterTheDatabaseWasAwayForAMoment_isNotRefused() {
    int refusedBefore = source.refusals();
    HiLoSequence block = block();
    for (int i = 0; i < 130; i++) {
      block.next();
      if (i == 120) {
        source.begin();
      }
    }
    eventually("the block ahead was refused", () -> source.refusals() > refusedBefore);
    source.end();
    AtomicLong last = new AtomicLong(130);
    eventually(
        "the block ahead was asked for again",
        () -> {
          if (last.get() < 250) {
            assertThat(block.next()).isEqualTo(last.incrementAndGet());
          }
          return highWater() > 256;
        });
    while (last.get() < 1_000) {
      assertThat(block.next()).isEqualTo(last.incrementAndGet());
    }
  }

  @Test
  void giveBack_afterTheBlockAheadWasRefused_goesOnWithoutAJump() {
    int refusedBefore = source.refusals();
    HiLoSequence block = block();
    block.next();
    source.begin();
    for (int i = 1; i < 200; i++) {
      block.next();
    }
    eventually("the block ahead was refused", () -> source.refusals() > refusedBefore);
    source.end();
    block.giveBack();
    assertThat(block().next()).isEqualTo(201);
  }

  private static RoomName newName() {
    return RoomName.of(UUID.randomUUID().toString().replace("-", ""));
  }

  private HiLoSequence block() {
    return new HiLoSequence(rows.numbers(), room);
  }

  private long highWater() {
    return database
        .transactions()
        .call(
            em ->
                em.createQuery("SELECT r.highWater FROM Room r WHERE r.id = :room", Long.class)
                    .setParameter("room", room)
                    .getSingleResult());
  }
}
