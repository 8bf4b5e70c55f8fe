package dev.parley.engine;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.id.RoomName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParleyBuilderTest {
  private static final Duration DAYS_30 = Duration.ofDays(30);

  @Test
  void replay_outOfBounds_isRefused() {
    assertThat(refusedField(() -> ParleyBuilder.builder().replay(63))).isEqualTo("replay");
    assertThat(refusedField(() -> ParleyBuilder.builder().replay(65_537))).isEqualTo("replay");
    assertThat(ParleyBuilder.builder().replay(64).replay(65_536)).isNotNull();
  }

  @Test
  void node_outOfBounds_isRefused() {
    for (String name : List.of("", " ", "n".repeat(65))) {
      assertThat(refusedField(() -> ParleyBuilder.builder().node(name))).isEqualTo("node");
    }
    assertThat(ParleyBuilder.builder().node("n").node("n".repeat(64))).isNotNull();
  }

  @Test
  void drainThreads_below1_isRefused() {
    assertThat(refusedField(() -> ParleyBuilder.builder().drainThreads(0)))
        .isEqualTo("drain-threads");
    assertThat(ParleyBuilder.builder().drainThreads(1)).isNotNull();
  }

  @Test
  void grace_outOfBounds_isRefused() {
    assertThat(refusedField(() -> ParleyBuilder.builder().grace(Duration.ofMillis(-1))))
        .isEqualTo("grace");
    assertThat(refusedField(() -> ParleyBuilder.builder().grace(DAYS_30.plusMillis(1))))
        .isEqualTo("grace");
    assertThat(ParleyBuilder.builder().grace(Duration.ZERO).grace(DAYS_30)).isNotNull();
  }

  @Test
  void stuckAfter_outOfBounds_isRefused() {
    assertThat(refusedField(() -> ParleyBuilder.builder().stuckAfter(Duration.ofNanos(999_999))))
        .isEqualTo("stuck-after");
    assertThat(refusedField(() -> ParleyBuilder.builder().stuckAfter(DAYS_30.plusMillis(1))))
        .isEqualTo("stuck-after");
    assertThat(ParleyBuilder.builder().stuckAfter(Duration.ofMillis(1)).stuckAfter(DAYS_30))
        .isNotNull();
  }

  @Test
  void lease_outOfBounds_isRefused() {
    assertThat(refusedField(() -> ParleyBuilder.builder().lease(Duration.ofMillis(999))))
        .isEqualTo("lease");
    assertThat(refusedField(() -> ParleyBuilder.builder().lease(DAYS_30.plusMillis(1))))
        .isEqualTo("lease");
    assertThat(ParleyBuilder.builder().lease(Duration.ofSeconds(1)).lease(DAYS_30)).isNotNull();
  }

  @Test
  void presence_outOfBounds_isRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThat(refusedField(() -> ParleyBuilder.builder().presence(Duration.ofMillis(99), second)))
        .isEqualTo("heartbeat");
    assertThat(refusedField(() -> ParleyBuilder.builder().presence(second, second.minusMillis(1))))
        .isEqualTo("ttl");
    assertThat(ParleyBuilder.builder().presence(second, second)).isNotNull();
  }

  @Test
  void build_onAUrl_keepsRowsThere(@TempDir Path directory) {
    String url = "jdbc:h2:" + directory.resolve("rows");
    try (Parley parley = ParleyBuilder.builder().database(url).build()) {
      parley.connect(ConnectOptions.of("alice")).rooms().join(RoomName.of("planning"));
    }
    try (Parley parley = ParleyBuilder.builder().database(url).build()) {
      assertThat(parley.connect(ConnectOptions.of("bob")).rooms().list().available()).hasSize(1);
    }
  }

  @Test
  void build_inADirectoryThatIsAbsent_makesIt(@TempDir Path directory) {
    Path absent = directory.resolve("a").resolve("b");
    try (Parley parley = ParleyBuilder.builder().data(absent).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
    }
    assertThat(absent.resolve("parley.mv.db")).exists();
  }

  @Test
  void build_inMemory_sharesNothing() {
    try (Parley one = ParleyBuilder.builder().inMemory().build();
        Parley other = ParleyBuilder.builder().inMemory().build()) {
      one.connect(ConnectOptions.of("alice")).rooms().join(RoomName.of("planning"));
      assertThat(other.connect(ConnectOptions.of("bob")).rooms().list().available()).isEmpty();
    }
  }

  @Test
  void build_onWhatIsNoDatabase_saysWhere() {
    assertThatThrownBy(() -> ParleyBuilder.builder().database("jdbc:nothing:here").build())
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining("jdbc:nothing:here");
  }

  @Test
  void connect_withoutAName_isGivenOne() {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      assertThat(parley.connect(ConnectOptions.anonymous()).agent().value())
          .matches("[a-z]+-[a-z]+");
    }
  }
}
