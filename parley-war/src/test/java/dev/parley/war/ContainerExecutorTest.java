package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Outside of an application server, where no name is bound. */
class ContainerExecutorTest {
  private static Optional<ContainerExecutor> executors(Map<String, String> settings) {
    return ContainerExecutor.of(Settings.of(settings));
  }

  @Test
  void defaults_thatAreNotThere_areNotMissed() {
    assertThat(executors(Map.of())).isEmpty();
  }

  @Test
  void own_asksForNone() {
    assertThat(executors(Map.of("parley.executor", "own"))).isEmpty();
    ContainerExecutor.refuse(Settings.of(Map.of("parley.executor", "own")));
  }

  @ParameterizedTest
  @CsvSource({
    "executor,java:jboss/ee/concurrency/executor/parley",
    "executor,concurrent/parley",
    "executor,ldap://127.0.0.1/parley"
  })
  void name_thatIsGivenAndNotBound_isRefused(String setting, String name) {
    assertThatThrownBy(() -> executors(Map.of("parley." + setting, name)))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'" + setting + "'")
        .hasMessageContaining(name);
    assertThatThrownBy(
            () -> ContainerExecutor.refuse(Settings.of(Map.of("parley." + setting, name))))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'" + setting + "'")
        .hasMessageContaining("java -jar");
  }
}
