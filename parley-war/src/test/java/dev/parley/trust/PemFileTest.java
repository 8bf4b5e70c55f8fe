package dev.parley.trust;

import static dev.parley.war.testing.TestCertificates.pem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemFileTest {
  @TempDir Path folder;

  private static PemFile of(String text) {
    return PemFile.of("a.pem", text.getBytes(US_ASCII));
  }

  @ParameterizedTest
  @CsvSource({"RSA, 2048", "EC, 256", "EC, 384"})
  void key_inPkcs8_isRead_withTextAroundIt(String algorithm, int size) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    PrivateKey key = generator.generateKeyPair().getPrivate();
    String text = "Bag Attributes\r\n" + pem("PRIVATE KEY", key.getEncoded()) + "the end\n";
    assertThat(of(text).privateKey()).isEqualTo(key);
    assertThat(of(text.replace("\n", "\r\n")).privateKey()).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
  void key_inAnOlderForm_isRefusedWithTheCommandThatConvertsIt(String label) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(pem(label, new byte[40])).privateKey())
        .withMessage(
            "the private key in a.pem is in the form "
                + label
                + ", and not in PKCS#8; convert it: openssl pkey -in a.pem -out NEW_FILE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nAAAA\n-----END RSA PRIVATE KEY-----"
      })
  void key_encrypted_isRefusedWithTheCommandThatConvertsIt(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(text).privateKey())
        .withMessage(
            "the private key in a.pem is encrypted; convert it: openssl pkey -in a.pem -out"
                + " NEW_FILE");
  }

  @Test
  void key_absentOrTwiceOrDamaged_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of("nothing").privateKey())
        .withMessageContaining("has no private key");
    String key = pem("PRIVATE KEY", new byte[40]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(key + key).privateKey())
        .withMessageContaining("more than one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(key).privateKey())
        .withMessageContaining("damaged, or neither RSA nor EC");
  }

  @Test
  void certificate_absentOrDamaged_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of("nothing").certificates())
        .withMessageContaining("a.pem has no certificate");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(pem("CERTIFICATE", new byte[40])).certificates())
        .withMessageContaining("damaged");
  }

  @Test
  void file_absentOrTooLarge_isRefused() throws Exception {
    Path absent = folder.resolve("absent.pem");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PemFile.read(absent))
        .withMessage(absent + " does not exist");
    Path large = Files.write(folder.resolve("large.pem"), new byte[PemFile.MAX_BYTES + 1]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PemFile.read(large))
        .withMessageContaining("more than");
  }
}
