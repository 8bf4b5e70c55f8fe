package dev.parley.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.message.Sender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionIdTest {
  private static final String UNIQUE = "01HX0000000000000000000000";

  @Test
  void ofAVerifiedConnection_isReadAsOne_fromItsText() {
    ConnectionId verified = ConnectionId.of(UNIQUE, true);
    assertThat(verified).hasToString(UNIQUE + "-v").isNotEqualTo(ConnectionId.of(UNIQUE, false));
    assertThat(new ConnectionId(verified.value()).isVerified()).isTrue();
    assertThat(sender(verified).isVerified()).isTrue();
  }

  @Test
  void ofAnyOtherConnection_hasItsUniquePartAlone() {
    ConnectionId chosen = ConnectionId.of(UNIQUE, false);
    assertThat(chosen).hasToString(UNIQUE);
    assertThat(chosen.isVerified()).isFalse();
    assertThat(sender(chosen).isVerified()).isFalse();
  }

  /** Ids of earlier versions, and of senders that are no connection. */
  @ParameterizedTest
  @ValueSource(strings = {"01HX000000000000000000000V", "becomes-durable", "c1", "v", "a-v-b"})
  void withoutTheEnding_isNotVerified(String value) {
    assertThat(new ConnectionId(value).isVerified()).isFalse();
  }

  private static Sender sender(ConnectionId connection) {
    return new Sender(new AgentId("alice"), Nickname.of("ally"), connection);
  }
}
