package dev.parley.engine.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nats://u:SECRET@127.0.0.1:4222",
        "nats://SECRET@127.0.0.1:4222",
        "tls://u:a/SECRET@b@127.0.0.1:4222",
        "Unable to connect to NATS servers: [nats://u:SECRET@127.0.0.1:7798]",
        "nats://u:SECRET@one:4222,nats://u:SECRET@two:4222",
        "nats://u:a,SECRET@one:4222",
        "redis://:SECRET@127.0.0.1:6379/1",
        "rediss://default:SECRET@127.0.0.1",
        "Illegal character in authority at index 7: redis://u:SECRET%@host",
        "jdbc:postgresql://u:SECRET@host/db",
        "jdbc:postgresql://host/db?user=SECRET&password=SECRET&ssl=true",
        "jdbc:postgresql://host/db?ssl=true&sslpassword=SECRET",
        "jdbc:mariadb://host/db?user=u&password=a;SECRET",
        "jdbc:mariadb://host/db?keyStorePassword=SECRET&trustStorePassword=SECRET",
        "jdbc:h2:/data/parley;USER=SECRET;PASSWORD=SECRET",
        "Illegal character at index 12: nats://u:SECRET SECRET@host",
        "cannot parse u:SECRET@host"
      })
  void credentials_inAnyForm_areMasked(String words) {
    assertThat(Masking.masked(words)).contains("***").doesNotContain("SECRET");
  }

  @ParameterizedTest
  @CsvSource({
    "nats://u:p@host:4222,nats://***@host:4222",
    "jdbc:postgresql://host:5432/db?ssl=true&password=p&x=1,jdbc:postgresql://host:5432/db?ssl=true&password=***&x=1",
    "jdbc:h2:/data/parley;WRITE_DELAY=0,jdbc:h2:/data/parley;WRITE_DELAY=0",
    "redis://127.0.0.1:6379/1 is away,redis://127.0.0.1:6379/1 is away",
    "at 12:30:05 ana wrote to bob,at 12:30:05 ana wrote to bob"
  })
  void whatIsNoCredential_isLeft(String words, String masked) {
    assertThat(Masking.masked(words)).isEqualTo(masked);
  }

  @Test
  void trace_ofACauseThatSaysThem_isACopyWithoutThem() {
    Throwable thrown =
        new IllegalStateException(
            "no bus", new IOException("Unable to connect: [nats://u:SECRET@127.0.0.1:4222]"));
    String printed = printed(Masking.trace(thrown));
    assertThat(printed)
        .contains("java.lang.IllegalStateException: no bus", "java.io.IOException: Unable")
        .contains("nats://***@127.0.0.1:4222", "MaskingTest")
        .doesNotContain("SECRET");
  }

  @Test
  void trace_ofWhatSaysNone_isItself() {
    Throwable thrown = new IllegalStateException("no bus", new IOException("away"));
    assertThat(Masking.trace(thrown)).isSameAs(thrown);
  }

  private static String printed(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
