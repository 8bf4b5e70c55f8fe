package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.war.testing.TestCertificates;
import dev.parley.war.testing.TestCertificates.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TlsIdentityTest {
  private static Pair ec;

  @BeforeAll
  static void issue() {
    ec = TestCertificates.issue();
  }

  private static TlsIdentity identity(Path certificate, Path key) {
    return new TlsIdentity.Files(certificate, key).read().identity();
  }

  @Test
  void chain_beginsWithTheCertificateOfTheKey() {
    TlsIdentity identity = identity(ec.file(), ec.key());
    assertThat(identity.chain()).hasSize(2).startsWith(ec.certificate());
    assertThat(identity.sslContext().getProtocol()).isEqualTo("TLS");
  }

  @Test
  void key_ofAnotherCertificate_isRefused() {
    Pair other = TestCertificates.issue();
    Pair rsa = TestCertificates.issue("-keyalg RSA -keysize 2048", "san=dns:localhost", "");
    assertThat(identity(rsa.file(), rsa.key()).chain()).hasSize(2);
    for (Path key : new Path[] {other.key(), rsa.key()}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> identity(ec.file(), key))
          .withMessage(
              "the key in " + key + " does not belong to the first certificate in " + ec.file());
    }
  }

  /** The order that tools with one file for all write. */
  @Test
  void certificateAndKey_inOneFile_areRead() throws Exception {
    Path both =
        Files.writeString(
            ec.file().resolveSibling("both.pem"),
            Files.readString(ec.file()) + Files.readString(ec.key()));
    assertThat(identity(both, both).chain()).startsWith(ec.certificate());
  }

  @Test
  void warning_isGivenBeforeAndAfterTheTimeOfTheCertificate() {
    TlsIdentity identity = identity(ec.file(), ec.key());
    Instant end = ec.certificate().getNotAfter().toInstant();
    assertThat(identity.warning(end)).isEmpty();
    assertThat(identity.warning(end.plusSeconds(1)).orElseThrow())
        .isEqualTo("the TLS certificate expired at " + end + ": clients refuse it");
    assertThat(identity.warning(end.minus(Duration.ofDays(400))).orElseThrow())
        .contains("is not valid before");
  }
}
