package dev.parley.chat.matrix;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.Unavailable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The refusals of a start. */
@Tag("chat")
class MatrixStartupTest {
  private static final String ZOE = "@zoe:" + MatrixEmulatorWorld.SERVER;
  private static final String PLANS = "&room.planning=%23plans:" + MatrixEmulatorWorld.SERVER;

  private final MatrixEmulation emulation = new MatrixEmulation();

  @AfterEach
  void close() {
    emulation.close();
  }

  private String refusal(String options, Map<String, String> secrets) {
    var problem = refused(() -> start(emulation.system(options, secrets)));
    assertThat(problem).isInstanceOf(InvalidArgument.class);
    return problem.message();
  }

  private String refusal(String options) {
    return refusal(options, Map.of(MatrixCredentials.TOKEN, emulation.token()));
  }

  private static void start(MatrixChat system) {
    try (MatrixRecordingListener started = new MatrixRecordingListener(system)) {
      assertThat(started.connects()).isEqualTo(1);
    }
  }

  @Test
  void start_callsConnectedOnce() {
    start(emulation.system(""));
  }

  @Test
  void serverOfAnotherKind_isRefused() {
    emulation.emulator().answerOnce("/versions", new Response(404, Map.of(), "<html>"));
    assertThat(refusal("")).contains("no Matrix homeserver");
    emulation.emulator().answerOnce("/versions", new Response(200, Map.of(), "{}"));
    assertThat(refusal("")).contains("no Matrix homeserver");
  }

  @Test
  void oldServer_isRefused() {
    emulation.emulator().routes().versions(List.of("r0.5.0", "r0.6.1"));
    assertThat(refusal("")).contains("too old").contains("1.1");
  }

  @Test
  void unknownToken_isRefusedByTheNameOfItsVariable() {
    assertThat(refusal("", Map.of(MatrixCredentials.TOKEN, "syt_wrong")))
        .contains(MatrixCredentials.TOKEN)
        .contains("M_UNKNOWN_TOKEN")
        .doesNotContain("syt_wrong");
  }

  @Test
  void wrongPassword_isRefusedByTheNameOfItsVariable() {
    assertThat(refusal("", Map.of(MatrixCredentials.PASSWORD, "wrong horse")))
        .contains(MatrixCredentials.PASSWORD)
        .contains("M_FORBIDDEN")
        .doesNotContain("wrong horse");
  }

  @Test
  void tokenOfAnotherAccount_isRefused() {
    String other = emulation.emulator().accounts().token(ZOE, "PHONE");
    assertThat(refusal("", Map.of(MatrixCredentials.TOKEN, other)))
        .contains(ZOE)
        .contains("'parley'");
  }

  @Test
  void otherServerName_isRefused() {
    start(emulation.system("&server-name=" + MatrixEmulatorWorld.SERVER));
    assertThat(refusal("&server-name=other.org")).contains("server-name").contains("other.org");
  }

  @Test
  void mappedRoom_thatIsAbsent_isRefusedByName() {
    assertThat(refusal(PLANS)).contains("#plans:example.org").contains("M_NOT_FOUND");
  }

  @Test
  void mappedRoom_withoutAnInvitation_isRefusedByName() {
    plans("private_chat");
    assertThat(refusal(PLANS)).contains("#plans:example.org").contains("invite");
  }

  @Test
  void mappedRoom_thatIsEncrypted_isRefusedByName() {
    MatrixEmulatorRoom room = plans("public_chat");
    state(room, "m.room.encryption", MatrixJson.object().put("algorithm", "m.megolm.v1.aes-sha2"));
    assertThat(refusal(PLANS)).contains("#plans:example.org").contains("encrypted");
  }

  @Test
  void mappedRoom_withoutThePowerLevel_isRefusedByName() {
    MatrixEmulatorRoom room = plans("public_chat");
    state(room, "m.room.power_levels", MatrixJson.object().put("events_default", 50));
    assertThat(refusal(PLANS))
        .contains("power level")
        .contains("#plans:example.org")
        .contains("m.room.message")
        .contains("50");
    start(emulation.system(""));
  }

  @Test
  void powerLevelOfMessages_countsBeforeTheDefault() {
    MatrixEmulatorRoom room = plans("public_chat");
    var levels = MatrixJson.object().put("events_default", 50).put("users_default", 10);
    levels.putObject("events").put("m.room.message", 10);
    state(room, "m.room.power_levels", levels);
    start(emulation.system(PLANS));
  }

  @Test
  void creatorOfARoomOfVersion12_hasAllRights() {
    MatrixEmulatorRoom room =
        emulation.emulator().world().make(MatrixEmulation.PARLEY, "plans", "Plans", "public_chat");
    state(room, "m.room.power_levels", MatrixJson.object().put("events_default", 50));
    assertThat(refusal(PLANS)).contains("power level");
    emulation
        .emulator()
        .world()
        .state(
            room,
            MatrixEmulation.PARLEY,
            "m.room.create",
            "",
            MatrixJson.object().put("room_version", "12"));
    start(emulation.system(PLANS));
  }

  @Test
  void mappedRoom_byItsId_isJoined() {
    MatrixEmulatorRoom room = plans("public_chat");
    start(emulation.system("&room.planning=" + room.id()));
    assertThat(room.has(MatrixEmulation.PARLEY)).isTrue();
  }

  @Test
  void serverThatIsAway_isUnavailable() {
    emulation.away(true);
    assertThat(refused(() -> start(emulation.system("")))).isInstanceOf(Unavailable.class);
    emulation.away(false);
    emulation.emulator().answerOnce("/whoami", new Response(503, Map.of(), ""));
    assertThat(refused(() -> start(emulation.system(""))).code())
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void limitAtTheStart_isWaitedFor_andRefusedWhereItIsLong() {
    emulation.emulator().answerOnce("/whoami", MatrixEmulator.limit("1"));
    start(emulation.system(""));
    emulation.emulator().answerOnce("/whoami", MatrixEmulator.limit("3000"));
    assertThat(refused(() -> start(emulation.system(""))))
        .isInstanceOfSatisfying(
            Unavailable.class,
            unavailable -> assertThat(unavailable.retryAfter().toSeconds()).isEqualTo(3_000));
  }

  private MatrixEmulatorRoom plans(String preset) {
    return emulation.emulator().world().make(ZOE, "plans", "Plans", preset);
  }

  private void state(MatrixEmulatorRoom room, String type, JsonNode content) {
    emulation.emulator().world().state(room, ZOE, type, "", content);
  }
}
