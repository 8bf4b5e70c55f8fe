package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.RateLimited;
import dev.parley.problem.Unavailable;
import dev.parley.war.wire.ProblemDetail;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refusal is a problem of RFC 9457, and none tells what is inside. */
class ProblemsTest {
  private static RestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new RestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/api/", "/api/nothing", "/api/rooms/a/b/c", "/api/sessions/x/y"})
  void aPathThatIsNone_isSaidToBeNone(String path) {
    server.get(path).refused(404, "no_such_path");
  }

  @Test
  void aPathOutside_isRefusedAsBefore() {
    Answered refused = server.get("/apiary");
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.header("Content-Type")).isEqualTo("application/json");
    assertThat(refused.at("error.data.code")).isEqualTo("no_such_path");
  }

  @Test
  void aMethodThatIsNotTaken_isAnsweredWithThoseThatAre() {
    Answered refused =
        server.send("PUT", "/api/rooms/kept/messages", "{}").refused(405, "no_such_method");
    assertThat(refused.header("Allow")).contains("GET", "POST").doesNotContain("PUT");
  }

  @Test
  void withoutASitting_nothingIsRead() throws Exception {
    try (RestServer other = new RestServer()) {
      other.logOut();
      other.get("/api/rooms").refused(401, "unauthorized");
      other
          .send("POST", "/api/rooms/kept/messages", Map.of("text", "x"))
          .refused(401, "unauthorized");
      assertThat(other.get("/api/openapi.yaml").status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "null", "\"x\"", "{", "{} {}", "{\"text\":\"a\"} x"})
  void aBodyThatIsNoObject_isRefused(String body) {
    server.send("POST", "/api/rooms/kept/messages", body).refusedField("body");
  }

  @Test
  void aField_thatIsUnknownMissingOrOfAnotherType_isRefusedByName() {
    String path = "/api/rooms/kept/messages";
    server.send("POST", path, "{\"text\":\"a\",\"body\":null}").refusedField("body");
    server.send("POST", path, "{}").refusedField("text");
    server.send("POST", path, "").refusedField("text");
    server.send("POST", path, "{\"text\":1}").refusedField("text");
    server.send("POST", path, "{\"text\":\"\"}").refusedField("text");
    server.send("POST", path, "{\"text\":\"a\",\"inReplyTo\":\"x\"}").refusedField("inReplyTo");
  }

  @Test
  void aBody_atItsBoundIsRead_andOneByteMoreIsNot() {
    String fits = "{\"text\":\"" + "a".repeat(JsonBody.MAX_BYTES - 11) + "\"}";
    server.send("POST", "/api/rooms/kept/messages", fits).refusedField("text");
    server.send("POST", "/api/rooms/kept/messages", fits + " ").refused(413, "too_large");
  }

  @Test
  void aRoomName_thatIsMarkup_comesBackAsText() {
    Answered refused = server.get("/api/rooms/%3Cscript%3E/messages").refusedField("room");
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void whoSendsTooFast_isToldWhenToTryAgain() throws Exception {
    try (RestServer slow =
        new RestServer(ParleyBuilder.builder().inMemory().rateLimit(RateLimit.parse("1:1")))) {
      slow.send("POST", "/api/rooms/quick/messages", Map.of("text", "a")).is(201);
      Answered refused =
          slow.send("POST", "/api/rooms/quick/messages", Map.of("text", "b"))
              .refused(429, "rate_limited");
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
      assertThat((Integer) refused.at("retryAfterMs")).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(ProblemCode.class)
  void everyCode_hasAStatusOfARefusal(ProblemCode code) {
    assertThat(ProblemDetail.status(code)).isBetween(400, 507);
  }

  @Test
  void whatIsAwayForTheMoment_saysForHowLong() {
    Response away =
        answer(new ParleyException(new Unavailable("The database", Duration.ofMillis(1_001))));
    assertThat(away.getStatus()).isEqualTo(503);
    assertThat(away.getHeaderString("Retry-After")).isEqualTo("2");
    Response soon = answer(new ParleyException(new RateLimited(Duration.ofSeconds(1))));
    assertThat(soon.getHeaderString("Retry-After")).isEqualTo("1");
  }

  @Test
  void facts_areMembers() {
    Response lost = answer(new ParleyException(new ClaimLost(Optional.empty())));
    assertThat(lost.getStatus()).isEqualTo(409);
    assertThat(text(lost)).startsWith("{\"type\":\"about:blank\",\"title\":\"Conflict\",");
    Response bad =
        answer(InvalidArgument.refusal("limit", "it is too large", Map.of("status", 1, "most", 2)));
    assertThat(text(bad)).contains("\"status\":400").contains("\"most\":2");
  }

  @Test
  void aFault_tellsNothing() {
    Response failed = answer(new IllegalStateException("secret"));
    assertThat(failed.getStatus()).isEqualTo(500);
    assertThat(text(failed)).doesNotContain("secret", "IllegalState").contains("internal_error");
  }

  private static Response answer(Throwable thrown) {
    return Problems.answer(thrown);
  }

  private static String text(Response response) {
    return new String((byte[]) response.getEntity(), StandardCharsets.UTF_8);
  }
}
