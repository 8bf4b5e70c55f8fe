package dev.parley.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserMachineTest {
  private static final Path ACCOUNT = Path.of(System.getProperty("user.home")).toAbsolutePath();

  @Test
  void home_isTheOneThatClientsUse() {
    assertThat(UserMachine.home(Map.of("HOME", "/elsewhere"))).isEqualTo(Path.of("/elsewhere"));
  }

  @Test
  void home_withoutTheVariable_isThatOfTheAccount() {
    assertThat(UserMachine.home(Map.of())).isEqualTo(ACCOUNT);
    assertThat(UserMachine.home(Map.of("HOME", " "))).isEqualTo(ACCOUNT);
  }
}
