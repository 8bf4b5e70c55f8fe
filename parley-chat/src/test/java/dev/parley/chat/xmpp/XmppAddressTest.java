package dev.parley.chat.xmpp;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatSecrets;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses of accounts, their options and the secret. */
class XmppAddressTest {
  private static final String GOOD = "xmpp://bot@example.org/rooms.example.org";
  private static final ChatSecrets SECRETS = XmppEmulation.secrets("not-in-examples");

  private static XmppSettings settings(String address) {
    return settings(address, SECRETS);
  }

  private static XmppSettings settings(String address, ChatSecrets secrets) {
    return XmppAddress.settings(XmppAddress.of(URI.create(address)), secrets);
  }

  private static String reason(String address) {
    return ((InvalidArgument) refused(() -> settings(address))).reason();
  }

  @Test
  void address_namesTheAccountTheServerAndTheService() {
    XmppSettings plain = settings(GOOD);
    assertThat((Object) plain.account()).hasToString("bot@example.org");
    assertThat((Object) plain.service()).hasToString("rooms.example.org");
    assertThat(plain.nickname()).hasToString("parley");
    assertThat(plain.server().host()).isEmpty();
    assertThat(plain.server().port()).isEqualTo(-1);
    assertThat(plain.server().isPlain()).isFalse();

    XmppSettings other =
        settings(
            "xmpp://bot@example.org:5223/rooms.example.org?nick=Agents%20here&host=xmpp.example.org"
                + "&trusted=one@example.org,two@example.net");
    assertThat(other.server().host()).isEqualTo("xmpp.example.org");
    assertThat(other.server().port()).isEqualTo(5223);
    assertThat(other.nickname()).hasToString("Agents here");
    assertThat(other.trusted())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("one@example.org", "two@example.net");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          xmpp://example.org/rooms.example.org | an address is xmpp://account@domain/group-chat-service
          xmpp://bot@example.org | an address is xmpp://account@domain/group-chat-service
          xmpp://bot@example.org/rooms@example.org/x | 'rooms@example.org/x' is no XMPP address (group chat service)
          xmpp://bot@example.org/rooms.example.org?tls=off | tls=off is for a server on this machine, not for example.org
          xmpp://bot@localhost/rooms.localhost?tls=off&host=10.0.0.1 | tls=off is for a server on this machine, not for 10.0.0.1
          xmpp://bot@localhost/rooms.localhost?tls=on | the option 'tls' can be 'off' alone
          xmpp://bot@example.org/rooms.example.org?room.planning=Plans@rooms.example.org | the room 'Plans@rooms.example.org' is written plans@rooms.example.org
          xmpp://bot@example.org/rooms.example.org?room.planning=plans | 'plans' is no XMPP address (room)
          xmpp://bot@example.org/rooms.example.org?presence=plans | 'plans' is no XMPP address (room)
          xmpp://bot@example.org/rooms.example.org?trusted=me | 'me' is no XMPP address (trusted)
          xmpp://bot@example.org/rooms.example.org?ca=/no/such/file | the file that the option 'ca' names cannot be read
          xmpp://bot@example.org:70000/rooms.example.org | there is no port 70000
          xmpp://bot@example.org/rooms.example.org?colour=red | unknown option 'colour'; there are room.NAME, presence, ca, host, nick, tls, trusted
          """)
  void address_thatIsWrong_isRefusedWithASentence(String address, String reason) {
    assertThat(reason(address)).isEqualTo(reason);
  }

  @Test
  void tlsOff_isForLoopback() {
    assertThat(settings("xmpp://bot@localhost/rooms.localhost?tls=off").server().isPlain())
        .isTrue();
    assertThat(
            settings("xmpp://bot@example.org/rooms.example.org?tls=off&host=127.0.0.1")
                .server()
                .isPlain())
        .isTrue();
  }

  @Test
  void file_withoutACertificate_isRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.pem"), "no certificate");
    assertThat(reason(GOOD + "?ca=" + file))
        .isEqualTo("the file that the option 'ca' names has no certificate");
  }

  @Test
  void room_thatTheAddressNames_isTheTopics() {
    assertThat(
            XmppAddress.of(URI.create(GOOD + "?room.planning=plans@rooms.example.org"))
                .roomOf(TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"))))
        .contains("plans@rooms.example.org");
  }

  @Test
  void password_thatIsNotSet_isRefused() {
    assertThat(refused(() -> settings(GOOD, new ChatSecrets(name -> null))).message())
        .contains("PARLEY_XMPP_PASSWORD is not set");
  }

  @Test
  void password_ofExamples_isRefused() {
    assertThat(refused(() -> settings(GOOD, XmppEmulation.secrets("changeme"))).message())
        .contains("PARLEY_XMPP_PASSWORD has a secret that everybody knows");
  }

  @Test
  void password_mayBeInAFile_andIsInNoText(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "from-a-file\n");
    XmppSettings settings =
        settings(GOOD, new ChatSecrets(Map.of("PARLEY_XMPP_PASSWORD_FILE", file.toString())::get));
    assertThat(settings.password()).isEqualTo("from-a-file");
    assertThat(settings).hasToString("bot@example.org at rooms.example.org");
    assertThat(XmppChat.of(URI.create(GOOD), SECRETS))
        .hasToString("xmpp bot@example.org at rooms.example.org");
  }

  @Test
  void provider_isTheOneOfXmpp() {
    assertThat(new XmppBackendProvider().schemes()).containsExactly("xmpp");
    assertThat(new XmppBackendProvider().system(URI.create(GOOD), SECRETS).name())
        .isEqualTo("xmpp");
  }
}
