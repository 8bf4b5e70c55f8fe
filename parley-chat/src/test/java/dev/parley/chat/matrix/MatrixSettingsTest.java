package dev.parley.chat.matrix;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatSecrets;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses and secrets. */
class MatrixSettingsTest {
  private static MatrixSettings of(String address) {
    return MatrixSettings.of(URI.create(address));
  }

  @Test
  void address_isReadWhole() {
    MatrixSettings settings =
        of(
            "matrix://bot@matrix.example.org:8448?room.planning=%23plans:example.org&device=D1"
                + "&server-name=example.org&public=on&trusted=@a:b.org,%20@c:d.org");
    assertThat(settings.base()).isEqualTo("https://matrix.example.org:8448");
    assertThat(settings.user()).isEqualTo("bot");
    assertThat(settings.serverName()).contains("example.org");
    assertThat(settings.device()).isEqualTo("D1");
    assertThat(settings.isPublic()).isTrue();
    assertThat(settings.trusted()).containsExactlyInAnyOrder("@a:b.org", "@c:d.org");
    assertThat(
            settings.address().roomOf(TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"))))
        .contains("#plans:example.org");
  }

  @Test
  void address_needsNoMoreThanTheServer() {
    MatrixSettings settings = of("matrix://matrix.example.org");
    assertThat(settings.base()).isEqualTo("https://matrix.example.org");
    assertThat(settings.user()).isEmpty();
    assertThat(settings.device()).isEqualTo(MatrixSettings.DEVICE);
    assertThat(settings.isPublic()).isFalse();
    assertThat(of("matrix://bot@127.0.0.1:8008?tls=off").base()).isEqualTo("http://127.0.0.1:8008");
    assertThat(of("matrix://bot@localhost?tls=off").base()).isEqualTo("http://localhost");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "matrix:///x homeserver",
        "matrix://bot:secret@example.org secret",
        "matrix://bot@example.org/path path",
        "matrix://bot@example.org?tls=off tls=off",
        "matrix://bot@127.example.org?tls=off tls=off",
        "matrix://bot@example.org?tls=maybe tls",
        "matrix://bot@example.org?public=yes public",
        "matrix://bot@example.org?color=red color",
        "matrix://bot@example.org?room.planning=plans room.planning",
        "matrix://bot@example.org?room.planning=%23plans room.planning",
        "matrix://bot@example.org?presence=here presence",
        "matrix://bot@example.org?trusted=zoe zoe"
      })
  void address_thatIsWrong_isRefusedByTheWordThatIsWrong(String address, String word) {
    assertThat(refused(() -> of(address)).message()).contains(word).doesNotContain("bot:secret");
  }

  @Test
  void secrets_areATokenOrAPassword() {
    assertThat(refused(() -> credentials(Map.of())).message())
        .contains(MatrixCredentials.TOKEN)
        .contains(MatrixCredentials.PASSWORD);
    for (String variable : new String[] {MatrixCredentials.TOKEN, MatrixCredentials.PASSWORD}) {
      assertThat(refused(() -> credentials(Map.of(variable, "changeme"))).message())
          .contains(variable);
    }
    assertThat(credentials(Map.of(MatrixCredentials.TOKEN, "syt_1")).token()).contains("syt_1");
  }

  @Test
  void password_needsTheAccount() {
    MatrixChat system =
        new MatrixChat(
            of("matrix://127.0.0.1?tls=off"),
            credentials(Map.of(MatrixCredentials.PASSWORD, "correct horse")));
    assertThat(refused(() -> new MatrixRecordingListener(system)).message()).contains("localpart");
  }

  @Test
  void provider_makesTheSystemOfItsScheme() {
    MatrixBackendProvider provider = new MatrixBackendProvider();
    assertThat(provider.schemes()).containsExactly("matrix");
    assertThat(
            provider
                .system(
                    URI.create("matrix://bot@example.org"),
                    new ChatSecrets(Map.of(MatrixCredentials.TOKEN, "syt_1")::get))
                .name())
        .isEqualTo("matrix");
  }

  private static MatrixCredentials credentials(Map<String, String> environment) {
    return MatrixCredentials.of(new ChatSecrets(environment::get));
  }
}
