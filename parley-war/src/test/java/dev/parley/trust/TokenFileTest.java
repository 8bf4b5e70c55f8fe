package dev.parley.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no POSIX permissions")
class TokenFileTest {
  @TempDir Path folder;

  private String file(String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("a.token"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void file_ofItsOwnerAlone_isReadWithoutTheBlanksAroundIt(String permissions) throws IOException {
    assertThat(TokenFile.read(file("  a token \r\n\n", permissions))).isEqualTo("a token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw----r--", "rw-----w-", "rw--w----", "rw-r--r--"})
  void file_openToOthers_isRefused(String permissions) throws IOException {
    String file = file("secret", permissions);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenFile.read(file))
        .withMessage("the token file " + file + " is open to other users: chmod 600 " + file);
  }

  /** Only the administrator of the system may leave it to a group. */
  @Test
  void file_readableByAGroup_isReadOnlyWhereItIsOfTheAdministrator() throws IOException {
    String file = file("secret", "rw-r-----");
    if (Files.getOwner(Path.of(file)).getName().equals("root")) {
      assertThat(TokenFile.read(file)).isEqualTo("secret");
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> TokenFile.read(file));
    }
  }

  @Test
  void file_absentOrEmptyOrTooLarge_isRefused() throws IOException {
    String absent = folder.resolve("absent").toString();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenFile.read(absent))
        .withMessage("the token file " + absent + " does not exist");
    String empty = file(" \n", "rw-------");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenFile.read(empty))
        .withMessageContaining("is empty");
    String large = file("x".repeat(TokenFile.MAX_BYTES + 1), "rw-------");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenFile.read(large))
        .withMessageContaining("more than 65536 bytes");
  }
}
