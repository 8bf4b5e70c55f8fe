package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginFilesTest {
  private static final byte[] HASH = "hash".getBytes(UTF_8);
  private final Instant later = Instant.now().plusSeconds(3600);

  @Test
  void key_isAnothersAtAnotherServer_andTheSameAfterARestart(@TempDir Path one, @TempDir Path two) {
    byte[] key = at(one).key(HASH);
    assertThat(at(one).key(HASH)).isEqualTo(key);
    assertThat(at(two).key(HASH)).isNotEqualTo(key);
    assertThat(at(one).key("other".getBytes(UTF_8))).isNotEqualTo(key);
    assertThat(LoginFiles.inMemory().key(HASH)).isNotEqualTo(LoginFiles.inMemory().key(HASH));
  }

  @Test
  void key_byASecretThatIsGiven_isTheSameEverywhere(@TempDir Path one, @TempDir Path two) {
    assertThat(at(one, "shared-secret").key(HASH)).isEqualTo(at(two, "shared-secret").key(HASH));
  }

  @Test
  void withdrawnLogin_staysSoAfterARestart(@TempDir Path folder) {
    LoginFiles files = at(folder);
    files.withdraw("id", later);
    assertThat(files.isWithdrawn("id")).isTrue();
    LoginFiles again = at(folder);
    byte[] read = again.key(HASH);
    assertThat(read).isEqualTo(files.key(HASH));
    assertThat(again.isWithdrawn("id")).isTrue();
    assertThat(again.isWithdrawn("other")).isFalse();
  }

  @Test
  void withdrawnLogins_pastTheBound_endAll() {
    LoginFiles files = LoginFiles.inMemory();
    byte[] key = files.key(HASH);
    for (int i = 0; i < LoginFiles.MAX_WITHDRAWN; i++) {
      files.withdraw("id" + i, later);
    }
    assertThat(files.key(HASH)).isEqualTo(key);
    assertThat(files.isWithdrawn("id0")).isTrue();
    files.withdraw("one more", later);
    assertThat(files.key(HASH)).isNotEqualTo(key);
    assertThat(files.isWithdrawn("id0")).isFalse();
  }

  @Test
  void files_areTheirOwnersAlone(@TempDir Path folder) throws IOException {
    at(folder).withdraw("id", later);
    try (Stream<Path> written = Files.list(folder)) {
      assertThat(written)
          .hasSize(2)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  private static LoginFiles at(Path folder) {
    return LoginFiles.of(Settings.of(Deployed.with(Map.of("parley.data", folder.toString()))));
  }

  private static LoginFiles at(Path folder, String secret) {
    return LoginFiles.of(
        Settings.of(
            Deployed.with(
                Map.of("parley.data", folder.toString(), "parley.login-secret", secret))));
  }
}
