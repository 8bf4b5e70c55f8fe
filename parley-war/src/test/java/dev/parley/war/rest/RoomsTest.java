package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rooms as people read them and speak in them. */
class RoomsTest {
  private static final RoomName KEPT = RoomName.of("kept");
  private static RestServer server;
  private static Connection bob;

  @BeforeAll
  static void start() throws Exception {
    server = new RestServer();
    bob = server.agent("bob");
    IntStream.rangeClosed(1, 5)
        .forEach(i -> bob.topics().post(KEPT, Body.of("said " + i), Optional.empty()));
    bob.rooms().join(RoomName.of("fleeting"), Nickname.of("Bobby"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void list_hasThoseKeptAndThoseSomebodyIsIn() {
    Answered rooms = server.get("/api/rooms").ok();
    assertThat(rooms.each("name")).contains("fleeting", "kept").isSorted();
    assertThat(rooms.text())
        .contains("{\"name\":\"kept\",\"durable\":true,\"membersCount\":0,\"nickname\":null}")
        .contains("{\"name\":\"fleeting\",\"durable\":false,\"membersCount\":1,\"nickname\":null}");
    assertThat(rooms.at("next")).isNull();
  }

  @Test
  void one_saysWhoIsThere() {
    assertThat(server.get("/api/rooms/fleeting").ok().at("members")).isEqualTo(List.of("Bobby"));
    server.get("/api/rooms/nobody-made").refused(404, "not_found");
  }

  @Test
  void messages_withoutAPosition_areTheNewest() {
    Answered all = server.get("/api/rooms/kept/messages").ok();
    assertThat(all.each("text")).containsExactly("said 1", "said 2", "said 3", "said 4", "said 5");
    assertThat(all.at("previous")).isNull();
    assertThat(all.at("items.0.from"))
        .isEqualTo(Map.of("agent", "bob", "nickname", "bob (not in the room)"));
    assertThat(all.each("verified")).containsOnly(false);
    assertThat(all.at("items.0.inReplyTo")).isNull();
    assertThat((String) all.at("items.0.sentAt")).matches(".*T.*\\.\\d{3}Z");
    Answered two = server.get("/api/rooms/kept/messages?limit=2").ok();
    assertThat(two.each("text")).containsExactly("said 4", "said 5");
    assertThat(two.at("next")).isEqualTo(two.at("items.1.seq"));
    assertThat(two.at("previous")).isEqualTo(two.at("items.0.seq"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void messages_readPageByPage_areEachThereOnceBothWays(int limit) {
    List<Object> all = server.get("/api/rooms/kept/messages").ok().each("seq");
    assertThat(forwards("/api/rooms/kept/messages?limit=" + limit)).isEqualTo(all);
    assertThat(backwards("/api/rooms/kept/messages?limit=" + limit)).isEqualTo(all);
  }

  private static List<Object> forwards(String path) {
    return LongStream.iterate(0, after -> after >= 0, after -> next(path, after))
        .mapToObj(after -> server.get(path + "&after=" + after).ok().each("seq"))
        .flatMap(List::stream)
        .toList();
  }

  private static long next(String path, long after) {
    Answered page = server.get(path + "&after=" + after).ok();
    return page.each("seq").isEmpty() ? -1 : ((Number) page.at("next")).longValue();
  }

  private static List<Object> backwards(String path) {
    Answered page = server.get(path).ok();
    List<Object> all = new ArrayList<>(page.each("seq"));
    while (page.at("previous") != null) {
      page = server.get(path + "&before=" + page.at("previous")).ok();
      all.addAll(0, page.each("seq"));
    }
    return all;
  }

  @Test
  void messages_ofARoomOfWhichNothingIsKept_areNone() {
    Answered none = server.get("/api/rooms/fleeting/messages").ok();
    assertThat(none.text())
        .isEqualTo("{\"items\":[],\"next\":0,\"previous\":null,\"truncated\":false}");
    assertThat(server.get("/api/rooms/fleeting/messages?after=7").ok().at("next")).isEqualTo(7);
  }

  /** As after a restore of an older copy, while a page is open. */
  @Test
  void messages_afterAPositionPastTheEnd_areRefusedAsLost() {
    server.get("/api/rooms/kept/messages?after=1000").refused(409, "position_lost");
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, limit",
    "limit=201, limit",
    "limit=-1, limit",
    "limit=x, limit",
    "limit=99999999999999999999, limit",
    "after=-1, after",
    "after=1.5, after",
    "before=0, before",
    "after=1&before=2, before",
  })
  void messages_pastABound_areRefusedByName(String query, String field) {
    server.get("/api/rooms/kept/messages?" + query).refusedField(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=1", "limit=200", "after=0", "before=1", "limit="})
  void messages_atABound_areRead(String query) {
    server.get("/api/rooms/kept/messages?" + query).ok();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPPER", "a%20b", "%00", "%C3%BC", "-", "%3Cscript%3E", "%2e%2e"})
  void aRoomThatCannotBe_isRefused(String name) {
    assertThat(server.get("/api/rooms/" + name + "/messages").status()).isIn(400, 404);
  }

  @Test
  void aRoomNameOfAnyCharacter_isRefusedByName() {
    server.get("/api/rooms/a%20b%C3%BC%3C/messages").refusedField("room");
    server.get("/api/rooms/a%20b/seat").refused(405, "no_such_method");
    server.send("PUT", "/api/rooms/a%20b/seat", Map.of()).refusedField("room");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void post_again_underItsKey_isTheFirstMessage(boolean durable) {
    String name = "keyed-" + durable;
    if (durable) {
      bob.topics().post(RoomName.of(name), Body.of("first"), Optional.empty());
    }
    String path = "/api/rooms/" + name + "/messages";
    Answered once = server.send("POST", path, Map.of("text", "a", "key", "k")).is(201);
    Answered again = server.send("POST", path, Map.of("text", "a", "key", "k")).is(201);
    assertThat(again.at("id")).isEqualTo(once.at("id"));
    assertThat(again.at("seq")).isEqualTo(once.at("seq"));
    server.send("POST", path, Map.of("text", "b", "key", "k")).refused(409, "key_reused");
    server.send("POST", path, Map.of("text", "b", "key", "k".repeat(257))).refusedField("key");
    server.send("POST", path, Map.of("text", "b", "key", "k".repeat(256))).is(201);
  }

  @Test
  void post_toADurableRoom_takesNoSeat() {
    RoomName room = RoomName.of("board");
    bob.topics().post(room, Body.of("first"), Optional.empty());
    Answered root =
        server.send("POST", "/api/rooms/board/messages", Map.of("text", "<b>hi</b>")).is(201);
    Answered reply =
        server
            .send(
                "POST",
                "/api/rooms/board/messages",
                Map.of("text", "yes", "inReplyTo", root.at("id")))
            .is(201);
    assertThat(reply.at("room")).isEqualTo("board");
    assertThat(server.person().rooms().whoIsHere(room)).isEmpty();
    Answered thread = server.get("/api/rooms/board/threads/" + root.at("id")).ok();
    assertThat(thread.each("text")).containsExactly("<b>hi</b>", "yes");
    assertThat(thread.each("inReplyTo")).containsExactly(null, root.at("id"));
    assertThat(thread.at("truncated")).isEqualTo(false);
    server.get("/api/rooms/board/threads/none").refusedField("message");
  }

  @Test
  void post_toAnEphemeralRoom_takesASeatFirst() {
    server.send("POST", "/api/rooms/quick/messages", Map.of("text", "hello")).is(201);
    assertThat(server.get("/api/rooms/quick").ok().at("nickname")).isEqualTo("ann");
    assertThat(server.get("/api/rooms/quick").ok().at("durable")).isEqualTo(false);
    server.send("POST", "/api/rooms/quick/messages", Map.of("text", "again")).is(201);
    server
        .send(
            "POST",
            "/api/rooms/quick/messages",
            Map.of("text", "re", "inReplyTo", "01HX0000000000000000000001"))
        .refusedField("inReplyTo");
  }

  @Test
  void seat_isTakenRenamedAndLeft() {
    Answered taken = server.send("PUT", "/api/rooms/lounge/seat", Map.of()).ok();
    assertThat(taken.text())
        .isEqualTo("{\"room\":\"lounge\",\"nickname\":\"ann\",\"membersCount\":1}");
    Answered renamed =
        server.send("PUT", "/api/rooms/lounge/seat", Map.of("nickname", "Annie")).ok();
    assertThat(renamed.at("nickname")).isEqualTo("Annie");
    assertThat(server.send("PUT", "/api/rooms/lounge/seat", "").ok().at("nickname"))
        .isEqualTo("Annie");
    server
        .send("PUT", "/api/rooms/lounge/seat", Map.of("nickname", "system"))
        .refused(400, "name_reserved");
    server
        .send("PUT", "/api/rooms/lounge/seat", Map.of("nickname", "a b"))
        .refusedField("nickname");
    assertThat(server.send("DELETE", "/api/rooms/lounge/seat", "").is(204).text()).isEmpty();
    server.send("DELETE", "/api/rooms/lounge/seat", "").is(204);
  }

  @Test
  void search_findsWhatWasSaid() {
    Answered found = server.get("/api/search?q=said&room=kept&from=bob&limit=2").ok();
    assertThat(found.each("text")).containsExactly("said 5", "said 4");
    assertThat(found.at("truncated")).isEqualTo(true);
    Answered older = server.get("/api/search?q=said&room=kept&before=" + found.at("before")).ok();
    assertThat(older.each("text")).containsExactly("said 3", "said 2", "said 1");
    server.get("/api/search").refusedField("q");
    server.get("/api/search?q=%3F").refusedField("q");
    server.get("/api/search?q=a&before=3").refusedField("before");
    server.get("/api/search?q=a&limit=101").refusedField("limit");
    server.get("/api/search?q=a&limit=100").ok();
    server.get("/api/search?q=a&room=A").refusedField("room");
    server.get("/api/search?q=a&from=.a").refusedField("from");
  }

  @Test
  void agents_areThoseWhoAreThere_withoutWhoReadsAlong() {
    Answered agents = server.get("/api/agents").ok();
    assertThat(agents.each("id")).contains("ann", "bob").doesNotContain("eyes");
    assertThat(agents.text()).contains("\"thinking\":null,\"persona\":null");
    assertThat(agents.at("truncated")).isEqualTo(false);
  }
}
