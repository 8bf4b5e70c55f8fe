package dev.parley.war.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.credential.Credentials;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPolicyTest {
  private static final String LOOPBACK = "parley.bound-to-loopback";
  private static final String TOKEN = "parley.token";
  private static final String TOKEN_FILE = "parley.token-file";
  private static final String MAX_LENGTH = "parley.max-token-length";

  @Test
  void loopback_withoutATokenSet_isOpen() {
    assertThat(admits(access(Map.of(LOOPBACK, "true")), null)).isTrue();
  }

  @Test
  void loopback_withATokenSet_needsIt() {
    TokenPolicy access = access(Map.of(LOOPBACK, "true", TOKEN, "a-secret"));
    assertThat(admits(access, null)).isFalse();
    assertThat(admits(access, "Bearer a-secret")).isTrue();
  }

  @Test
  void token_ofTheGreatestLength_isTaken_andALongerOneIsNot() {
    String longest = "t".repeat(TokenPolicy.DEFAULT_MAX_TOKEN_LENGTH);
    assertThat(admits(access(Map.of(TOKEN, longest)), "Bearer " + longest)).isTrue();
    assertThat(admits(access(Map.of(TOKEN, longest + "t")), "Bearer " + longest + "t")).isFalse();
    assertThat(access(Map.of(TOKEN, longest)).hashOf(longest + "t")).isEmpty();
    Map<String, String> shorter = Map.of(TOKEN, "12345678,123456789", MAX_LENGTH, "8");
    assertThat(admits(access(shorter), "Bearer 12345678")).isTrue();
    assertThat(admits(access(shorter), "Bearer 123456789")).isFalse();
  }

  @Test
  void tokenFile_countsWhereNoTokenIsSet(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.token"), "of-the-file\nand-another\n");
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (posix) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    TokenPolicy both = access(Map.of(LOOPBACK, "true", TOKEN_FILE, file.toString()));
    assertThat(both.isOpen()).isFalse();
    assertThat(admits(both, "Bearer of-the-file")).isTrue();
    assertThat(admits(both, "Bearer and-another")).isTrue();
    TokenPolicy set = access(Map.of(TOKEN, "a-secret", TOKEN_FILE, file.toString()));
    assertThat(admits(set, "Bearer a-secret")).isTrue();
    assertThat(admits(set, "Bearer of-the-file")).isFalse();
    if (posix) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> access(Map.of(TOKEN_FILE, file.toString())))
          .withMessageContaining("is open to other users")
          .withMessageNotContaining("of-the-file");
    }
  }

  @Test
  void anythingElse_withoutATokenSet_letsNobodyIn() {
    for (Map<String, String> settings :
        List.<Map<String, String>>of(
            Map.of(), Map.of(LOOPBACK, "false"), Map.of(LOOPBACK, "yes"))) {
      assertThat(admits(access(settings), null)).isFalse();
      assertThat(admits(access(settings), "Bearer ")).isFalse();
      assertThat(admits(access(settings), "Bearer anything")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {",", " , ,", ""})
  void tokenList_thatComesOutEmpty_isNone(String tokens) {
    assertThat(access(Map.of(LOOPBACK, "true", TOKEN, tokens)).isOpen()).isTrue();
    assertThat(admits(access(Map.of(TOKEN, tokens)), "Bearer ,")).isFalse();
  }

  @Test
  void accessSetting_opensNothing() {
    assertThat(admits(access(Map.of("parley.access", "open-to-everyone")), null)).isFalse();
  }

  @Test
  void boundToLoopback_saidByASystemProperty_opensNothing() {
    System.setProperty(LOOPBACK, "true");
    try {
      assertThat(admits(access(Map.of(TOKEN, "")), null)).isFalse();
    } finally {
      System.clearProperty(LOOPBACK);
    }
  }

  @Test
  void token_ofSevenCharacters_isNotTaken_ofEightIs() {
    TokenPolicy access = access(Map.of(LOOPBACK, "true", TOKEN, "1234567,12345678"));
    assertThat(admits(access, "Bearer 1234567")).isFalse();
    assertThat(admits(access, "Bearer 12345678")).isTrue();
    assertThat(access(Map.of(LOOPBACK, "true", TOKEN, "1234567")).isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer first-one", "bearer first-one", "BEARER  first-one ", "Bearer second-one"})
  void authorization_withAToken_letsIn(String authorization) {
    assertThat(admits(access(Map.of(TOKEN, "first-one,second-one")), authorization)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "first-one",
        "Bearer",
        "Bearer ",
        "Bearer first-on",
        "Bearer first-one,second-one",
        "Basic first-one"
      })
  void authorization_withoutOne_doesNot(String authorization) {
    assertThat(admits(access(Map.of(TOKEN, "first-one,second-one")), authorization)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain-token", "with.a-dot", "with.two.dots", "with.more.than.two"})
  void configuredToken_givesRights_whateverItLooksLike(String token) {
    Supplier<Credentials> none =
        () -> {
          throw new AssertionError("the storage is asked");
        };
    Authenticator access = new Authenticator(access(Map.of(TOKEN, token)), none);
    assertThat(access.grant(token, "127.0.0.1")).isPresent();
    assertThat(access.grant(token + "x", "127.0.0.1")).isEmpty();
  }

  /** Asks while the storage is away, when configured tokens alone count. */
  private static boolean admits(TokenPolicy tokens, @Nullable String authorization) {
    Supplier<Credentials> away =
        () -> {
          throw new AssertionError("the storage is asked");
        };
    return new Authenticator(tokens, away).admits(authorization, false);
  }

  private static TokenPolicy access(Map<String, String> settings) {
    return TokenPolicy.of(Settings.of(Deployed.with(settings)));
  }
}
