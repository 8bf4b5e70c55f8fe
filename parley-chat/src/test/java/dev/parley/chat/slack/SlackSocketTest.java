package dev.parley.chat.slack;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.emulator.Faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The socket: acknowledgements, new connections, liveness, sharing. */
@Tag("chat")
final class SlackSocketTest extends SlackConnectionFixture {

  @Test
  void everyEnvelope_isAcknowledged() {
    IntStream.range(0, 50).forEach(i -> write("m" + i));
    String edited = write("edited");
    workspace().edit(channel(), edited, "changed");
    workspace().delete(channel(), edited);
    SlackEmulatorSockets sockets = emulation.emulator().sockets();
    eventually("all came", () -> recorder.texts().contains("edited"));
    eventually("all are acknowledged", () -> sockets.unacknowledged() == 0);
    assertThat(sockets.retried()).isZero();
    assertThat(recorder.texts()).hasSize(51).doesNotContain("changed");
  }

  @Test
  void eventThatComesTwice_isPassedOnce() {
    emulation.faults().next(Fault.DOUBLED_EVENT, 1);
    write("once");
    write("then");
    eventually("both came", () -> recorder.texts().contains("then"));
    assertThat(recorder.texts()).containsExactly("once", "then");
  }

  @Test
  void socketsThatAreCut_areReplacedByOneAtATime() {
    for (int i = 0; i < 5; i++) {
      int before = recorder.connections();
      emulation.cut();
      eventually("it is connected again", () -> recorder.connections() > before);
    }
    SlackEmulatorSockets sockets = emulation.emulator().sockets();
    assertThat(sockets.open()).isEqualTo(1);
    assertThat(sockets.opened()).isEqualTo(6);
    write("here");
    eventually("it came", () -> recorder.texts().contains("here"));
    assertThat(connection.isReachable()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"warning", "refresh_requested", "too_many_websockets"})
  void disconnectFrame_bringsANewSocket(String reason) {
    emulation.emulator().sockets().disconnect(reason);
    eventually("it is connected again", () -> recorder.connections() == 2);
    write("here");
    eventually("it came", () -> recorder.texts().contains("here"));
    assertThat(emulation.emulator().calls("apps.connections.open")).isEqualTo(2);
  }

  @Test
  void silentSocket_isReplaced() {
    SlackTimes impatient =
        new SlackTimes(
            Duration.ofSeconds(5),
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMillis(50),
            Duration.ofMillis(300),
            Duration.ofMillis(300));
    connection.close(); // two logins would share its socket
    SlackRecorder other = new SlackRecorder();
    connect(emulation.system(emulation.app(), "slack://workspace", impatient), other);
    eventually("a new socket came", () -> other.connections() >= 2);
  }

  @Test
  void socketWithPings_isLeft() {
    SlackTimes impatient =
        new SlackTimes(
            Duration.ofSeconds(5),
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMillis(50),
            Duration.ofMillis(1_500),
            Duration.ofMillis(1_500));
    connection.close();
    emulation.emulator().sockets().setConnectionLostTimeout(1);
    SlackRecorder other = new SlackRecorder();
    connect(emulation.system(emulation.app(), "slack://workspace", impatient), other);
    long end = System.nanoTime() + Duration.ofSeconds(4).toNanos();
    eventually(
        "four seconds are over", () -> other.connections() > 1 || System.nanoTime() - end > 0);
    assertThat(other.connections()).isEqualTo(1);
  }

  @Test
  void loginsOfOneApp_shareASocket_becauseEventsGoToOneAlone() {
    List<SlackRecorder> all = IntStream.range(0, 12).mapToObj(i -> new SlackRecorder()).toList();
    List<ChatConnection> logins =
        all.stream().map(each -> connect(emulation.system(), each)).toList();
    logins.forEach(login -> assertThat(login.open(PLANNING)).isEqualTo(room));
    List<String> written = IntStream.range(0, 20).mapToObj(i -> "m" + i).toList();
    written.forEach(this::write);
    all.forEach(each -> eventually("all came", () -> each.texts().equals(written)));
    assertThat(emulation.emulator().sockets().opened()).isEqualTo(1);
    connection.close();
    logins.subList(1, 12).forEach(ChatConnection::close);
    write("then");
    eventually("it came to the last", () -> all.get(0).texts().contains("then"));
    assertThat(recorder.texts()).isEqualTo(written);
  }

  @Test
  void tokenThatIsRenewed_letsANewLoginIn() {
    emulation.app().error = "token_revoked";
    emulation.cut();
    eventually("it has stopped", () -> hasNoThread("parley-slack-socket"));
    assertThat(connection.isReachable()).isFalse();
    emulation.app().error = "";
    SlackRecorder later = new SlackRecorder();
    ChatConnection renewed = connect(emulation.system(), later);
    assertThat(renewed.open(PLANNING)).isEqualTo(room);
    write("here");
    eventually("it came", () -> later.texts().contains("here"));
  }

  @Test
  void revokedToken_stopsTheSocket() {
    emulation.app().error = "token_revoked";
    emulation.cut();
    eventually("it is not reachable", () -> !connection.isReachable());
    eventually("it asked again", () -> emulation.emulator().calls("apps.connections.open") == 2);
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> send("no"));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
    assertThat(failure).hasMessageContaining("token_revoked");
    emulation.app().error = "";
    assertThat(connection.isReachable()).isFalse();
    assertThat(emulation.emulator().calls("apps.connections.open")).isEqualTo(2);
  }

  @Test
  void close_endsEverything() {
    connection.close();
    write("late");
    assertThat(recorder.texts()).isEmpty();
    assertThat(connection.isReachable()).isFalse();
    eventually("no socket is open", () -> emulation.emulator().sockets().open() == 0);
    eventually("no thread is left", () -> hasNoThread("parley-slack-"));
  }

  private static boolean hasNoThread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().startsWith(name));
  }
}
