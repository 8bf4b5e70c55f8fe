package dev.parley.chat.matrix;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ends of logins. */
class MatrixLoginTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final Logger LOGGER = Logger.getLogger(MatrixSync.class.getName());

  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          if (line.getLevel().equals(Level.SEVERE)) {
            errors.add(new java.util.logging.SimpleFormatter().formatMessage(line));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final MatrixEmulation emulation = new MatrixEmulation();

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void close() {
    LOGGER.removeHandler(handler);
    emulation.close();
  }

  private MatrixRecordingListener byPassword() {
    return new MatrixRecordingListener(
        emulation.system("", Map.of(MatrixCredentials.PASSWORD, MatrixEmulation.PASSWORD)));
  }

  private void write(String text) {
    var unused = emulation.write(PLANNING, "zoe", text, Optional.empty());
  }

  @Test
  void password_logsInWithASteadyDeviceAndOutAtTheEnd() {
    try (MatrixRecordingListener zoe = byPassword()) {
      assertThat(zoe.connection().isReachable()).isTrue();
    }
    assertThat(emulation.emulator().requests("/login"))
        .singleElement()
        .satisfies(
            request ->
                assertThat(MatrixJson.text(request.json(), "device_id"))
                    .isEqualTo(MatrixSettings.DEVICE));
    assertThat(emulation.emulator().requests("/logout")).hasSize(1);
  }

  @Test
  void revokedToken_ofAPassword_isReplacedAndNothingIsLost() {
    try (MatrixRecordingListener zoe =
        new MatrixRecordingListener(
            emulation.system(
                "",
                Map.of(
                    MatrixCredentials.TOKEN,
                    emulation.token(),
                    MatrixCredentials.PASSWORD,
                    MatrixEmulation.PASSWORD)))) {
      String room = zoe.open(PLANNING);
      emulation.emulator().accounts().revoke(MatrixEmulation.PARLEY, true);
      emulation.cut();
      write("one");
      eventually("one came", () -> zoe.texts().contains("one"));
      assertThat(emulation.emulator().requests("/login")).hasSize(1);
      assertThat(zoe.connection().history(room, Optional.empty(), 10)).hasSize(1);
      assertThat(errors).isEmpty();
    }
  }

  @Test
  void revokedToken_rightAfterALogin_endsTheLoginWithOneLine() {
    try (MatrixRecordingListener zoe = byPassword()) {
      var unused = zoe.open(PLANNING);
      emulation.emulator().accounts().revoke(MatrixEmulation.PARLEY, false);
      emulation.cut();
      eventually("the login ended", () -> errors.size() == 1);
      assertThat(errors.get(0)).contains("device").contains("start again");
      assertThat(zoe.connection().isReachable()).isFalse();
      assertThat(emulation.emulator().requests("/login")).hasSize(1);
    }
  }

  @Test
  void revokedToken_withoutAPassword_endsTheLoginWithOneLine() {
    for (boolean isSoft : List.of(true, false)) {
      errors.clear();
      MatrixEmulation own = new MatrixEmulation();
      try (MatrixRecordingListener zoe = new MatrixRecordingListener(own.system(""))) {
        var unused = zoe.open(PLANNING);
        own.emulator().accounts().revoke(MatrixEmulation.PARLEY, isSoft);
        own.cut();
        eventually("the login ended", () -> errors.size() == 1);
        assertThat(errors.get(0))
            .contains(MatrixCredentials.TOKEN)
            .contains(isSoft ? "expired" : "revoked")
            .doesNotContain(own.token());
        assertThat(zoe.connection().isReachable()).isFalse();
      } finally {
        own.close();
      }
    }
  }
}
