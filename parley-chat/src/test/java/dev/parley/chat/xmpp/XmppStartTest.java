package dev.parley.chat.xmpp;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ProblemCode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Logins that fail, each with the sentence that says why. */
@Tag("chat")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class XmppStartTest {
  private static final String PLAIN = "&tls=off";

  private XmppProsody server;

  @BeforeAll
  void startServer() throws Exception {
    server = XmppProsody.started();
  }

  @AfterAll
  void closeServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private ChatSystem system(String account, String service, String options, String password) {
    return XmppChat.of(
        URI.create(
            "xmpp://%s:%d/%s?host=127.0.0.1%s".formatted(account, server.port(), service, options)),
        XmppEmulation.secrets(password),
        new XmppTuning("", Duration.ofSeconds(5), Duration.ofSeconds(60)));
  }

  private String reason(String account, String service, String options, String password) {
    ChatSystem system = system(account, service, options, password);
    return ((InvalidArgument) refused(() -> system.connect(new XmppRecorder()))).reason();
  }

  @Test
  void wrongPassword_isRefused() {
    assertThat(reason("parley@localhost", XmppServerProcess.ROOMS, PLAIN, "another-one"))
        .isEqualTo(
            "the server refuses the login of parley@localhost; check the account and"
                + " PARLEY_XMPP_PASSWORD");
  }

  @Test
  void serverWithoutTls_isRefused() {
    assertThat(
            reason(
                "parley@plain.localhost", XmppServerProcess.ROOMS, "", XmppServerProcess.PASSWORD))
        .isEqualTo("the server of plain.localhost offers no TLS; switch it on there");
  }

  @Test
  void certificateOfAnotherCa_isRefused() {
    assertThat(reason("parley@localhost", XmppServerProcess.ROOMS, "", XmppServerProcess.PASSWORD))
        .isEqualTo(
            "the certificate of the server of localhost is not trusted; name the PEM file of its"
                + " CA by the option 'ca'");
  }

  @Test
  void certificateOfTheNamedCa_isTrusted() {
    try (ChatConnection chat =
        system(
                "parley@localhost",
                XmppServerProcess.ROOMS,
                "&ca=" + server.certificateFile(),
                XmppServerProcess.PASSWORD)
            .connect(new XmppRecorder())) {
      assertThat(chat.isReachable()).isTrue();
    }
  }

  @Test
  void serviceThatIsAbsent_isRefused() {
    assertThat(reason("parley@localhost", "no.localhost", PLAIN, XmppServerProcess.PASSWORD))
        .isEqualTo("the server of localhost has no group chat service (XEP-0045) no.localhost");
  }

  @Test
  void serviceThatIsOfAnotherKind_isRefused() {
    assertThat(reason("parley@localhost", "localhost", PLAIN, XmppServerProcess.PASSWORD))
        .isEqualTo("the server of localhost has no group chat service (XEP-0045) localhost");
  }

  @Test
  void serviceWithoutAnArchive_isRefused() {
    assertThat(reason("parley@localhost", XmppProsody.FORGETFUL, PLAIN, XmppServerProcess.PASSWORD))
        .matches(
            "the room parley-check-[0-9a-f]{8}@forgetful.localhost has no message archive"
                + " \\(XEP-0313\\), so history would be lost; switch it on");
  }

  @Test
  void serviceThatMakesNoRoomsForTheAccount_isRefused() {
    assertThat(reason("parley@localhost", XmppProsody.CLOSED, PLAIN, XmppServerProcess.PASSWORD))
        .startsWith("parley@localhost may neither make nor enter the room parley-check-");
  }

  @Test
  void serverThatIsAway_isUnavailable() throws Exception {
    int nobody = XmppServerProcess.freePort();
    ChatSystem system =
        XmppChat.of(
            URI.create("xmpp://parley@localhost:" + nobody + "/rooms.localhost?tls=off"),
            XmppEmulation.secrets("any"));
    assertThat(refusedCode(() -> system.connect(new XmppRecorder())))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void passwordThatIsChangedMeanwhile_endsTheLoginForGood() throws Exception {
    server.account("changing", "first-of-two");
    ChatConnection chat =
        system("changing@localhost", XmppServerProcess.ROOMS, PLAIN, "first-of-two")
            .connect(new XmppRecorder());
    try {
      server.stop();
      server.account("changing", "second-of-two");
      server.start();
      eventually(
          "it is refused",
          () -> {
            ChatFailure failure =
                catchThrowableOfType(
                    ChatFailure.class,
                    () -> chat.history("a@rooms.localhost", Optional.empty(), 1));
            return failure != null && failure.kind() == ChatFailure.Kind.REFUSED;
          });
      assertThat(chat.isReachable()).isFalse();
    } finally {
      chat.close();
    }
  }

  @Test
  void refusal_leavesNoThread() {
    assertThat(
            List.of(reason("parley@localhost", "no.localhost", PLAIN, XmppServerProcess.PASSWORD)))
        .hasSize(1);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("parley-xmpp-login");
  }
}
