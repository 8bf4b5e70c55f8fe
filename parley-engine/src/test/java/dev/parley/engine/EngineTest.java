package dev.parley.engine;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.Introduction;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.room.RoomName;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {

  @Test
  void replay_outOfBounds_isRefused() {
    assertThat(refusedField(() -> Engine.builder().replay(63))).isEqualTo("replay");
    assertThat(refusedField(() -> Engine.builder().replay(65_537))).isEqualTo("replay");
    assertThat(Engine.builder().replay(64).replay(65_536)).isNotNull();
  }

  @Test
  void presence_outOfBounds_isRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThat(refusedField(() -> Engine.builder().presence(Duration.ofMillis(99), second)))
        .isEqualTo("heartbeat");
    assertThat(refusedField(() -> Engine.builder().presence(second, second.minusMillis(1))))
        .isEqualTo("ttl");
    assertThat(Engine.builder().presence(second, second)).isNotNull();
  }

  @Test
  void build_onAUrl_keepsRowsThere(@TempDir Path directory) {
    String url = "jdbc:h2:" + directory.resolve("rows");
    try (Parley parley = Engine.builder().database(url).build()) {
      parley.connect(Introduction.of("alice")).rooms().join(RoomName.of("planning"));
    }
    try (Parley parley = Engine.builder().database(url).build()) {
      assertThat(parley.connect(Introduction.of("bob")).rooms().list().available()).hasSize(1);
    }
  }

  @Test
  void build_inADirectoryThatIsAbsent_makesIt(@TempDir Path directory) {
    Path absent = directory.resolve("a").resolve("b");
    try (Parley parley = Engine.builder().data(absent).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
    }
    assertThat(absent.resolve("parley.mv.db")).exists();
  }

  @Test
  void build_inMemory_sharesNothing() {
    try (Parley one = Engine.builder().inMemory().build();
        Parley other = Engine.builder().inMemory().build()) {
      one.connect(Introduction.of("alice")).rooms().join(RoomName.of("planning"));
      assertThat(other.connect(Introduction.of("bob")).rooms().list().available()).isEmpty();
    }
  }

  @Test
  void build_onWhatIsNoDatabase_saysWhere() {
    assertThatThrownBy(() -> Engine.builder().database("jdbc:nothing:here").build())
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining("jdbc:nothing:here");
  }

  @Test
  void connect_withoutAName_isGivenOne() {
    try (Parley parley = Engine.builder().inMemory().build()) {
      assertThat(parley.connect(Introduction.anonymous()).agent().value()).matches("[a-z]+-[a-z]+");
    }
  }
}
