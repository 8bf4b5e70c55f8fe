package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.DirectArrived;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessageSaid;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.SearchQuery;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each message says whether its sender was verified, at every node that reads it. */
@OnStores
class VerifiedSendersTest extends OpenRooms {
  private static final RoomName DESK = RoomName.of("desk");
  private static final SessionId RUN = new SessionId("run");
  private static final AgentId SUB = new AgentId("vera.fe");

  private Parley other;
  private Connection vera;
  private Connection carl;

  @BeforeEach
  void connectOneOfEach() {
    other = builder("other").build();
    vera = parley().connect(ConnectOptions.of("vera").in(workspace()).asVerified());
    carl = connect("carl");
  }

  @AfterEach
  void closeOther() {
    other.close();
  }

  @Test
  void connection_isVerifiedIfTheProgramSaysSo_andSoAreItsSubAgents() {
    assertThat(vera.id().isVerified()).isTrue();
    assertThat(carl.id().isVerified()).isFalse();
    assertThat(vera.as(SUB).id().isVerified()).isTrue();
    assertThat(carl.as(new AgentId("carl.fe")).id().isVerified()).isFalse();
  }

  @Test
  void messagesOfRooms_sayIt_toThoseThatHearReadOrSearch() {
    Connection reader = connect(other, "reader");
    reader.rooms().join(DESK);
    Map<String, Boolean> heard = new LinkedHashMap<>();
    Queue<Boolean> count = new ConcurrentLinkedQueue<>();
    reader.listen(
        event -> {
          MessageArrived arrived = (MessageArrived) event;
          heard.put(arrived.message().text(), arrived.message().sender().isVerified());
          count.add(true);
        });
    Map<String, Boolean> said =
        Map.of("word by vera", true, "word by carl", false, "word by fe", true, "word sent", true);
    post(vera, "word by vera");
    post(carl, "word by carl");
    post(vera.as(SUB), "word by fe");
    vera.rooms().join(DESK);
    vera.rooms().send(DESK, Body.of("word sent"));
    eventually("all is heard", () -> count.size() == said.size());
    assertThat(heard).isEqualTo(said);
    assertThat(verified(reader.topics().fetchRecent(DESK, Optional.empty(), 10).messages()))
        .isEqualTo(said);
    eventually(
        "all is found",
        () -> verified(reader.topics().search(SearchQuery.of("word")).messages()).equals(said));
  }

  private static void post(Connection by, String text) {
    by.topics().post(DESK, Body.of(text), Optional.empty());
  }

  private static Map<String, Boolean> verified(List<StoredMessage> messages) {
    Map<String, Boolean> verified = new LinkedHashMap<>();
    messages.forEach(
        stored -> verified.put(stored.message().text(), stored.message().sender().isVerified()));
    return verified;
  }

  @Test
  void messagesOfSessions_sayIt_withAndWithoutMetadata() {
    Connection reader = connect(other, "reader");
    Session read = reader.sessions().start(RUN);
    Connection listener = connect(other, "listener");
    var unused = session(listener);
    Queue<SessionMessage> pushed = new ConcurrentLinkedQueue<>();
    listener.listen(event -> pushed.add(((DirectArrived) event).message()));
    Map<String, String> metadata = Map.of("kind", "question");
    List<SessionMessage> sent =
        List.of(
            say(vera, SessionMessageDraft.broadcast("a")),
            say(vera, SessionMessageDraft.broadcast("b").with(metadata)),
            say(carl, SessionMessageDraft.broadcast("c")),
            say(carl, SessionMessageDraft.broadcast("d").with(metadata)));
    assertThat(sent)
        .extracting(SessionMessage::isSenderVerified)
        .containsExactly(true, true, false, false);
    assertThat(read.messages().after(0)).isEqualTo(sent);
    assertThat(read.messages().after(0, PageSize.of(10)).messages()).isEqualTo(sent);
    assertThat(read.eventsAfter(0, 100))
        .filteredOn(event -> event.event() instanceof MessageSaid)
        .extracting(event -> ((MessageSaid) event.event()).message())
        .isEqualTo(sent);
    eventually("all is pushed", () -> pushed.size() == sent.size());
    assertThat(pushed).containsExactlyElementsOf(sent);
  }

  @Test
  void messageOfASession_byASubAgent_isAsVerifiedAsItsConnection() {
    assertThat(session(vera).as(SUB).messages().send(SessionMessageDraft.broadcast("a")))
        .extracting(SessionMessage::from, SessionMessage::isSenderVerified)
        .containsExactly(SUB, true);
    assertThat(
            session(carl)
                .as(SUB)
                .messages()
                .send(SessionMessageDraft.broadcast("b"))
                .isSenderVerified())
        .isFalse();
  }

  /** An answer to a key that was used before is the message as it was stored. */
  @Test
  void messageUnderAUsedKey_isAsVerifiedAsTheFirst() {
    SessionMessageDraft draft = SessionMessageDraft.broadcast("once").once("k");
    SessionMessage first = say(carl, draft);
    Connection later = parley().connect(ConnectOptions.of("carl").in(workspace()).asVerified());
    assertThat(say(later, draft)).isEqualTo(first);
    assertThat(first.isSenderVerified()).isFalse();
  }

  private static SessionMessage say(Connection by, SessionMessageDraft draft) {
    return session(by).messages().send(draft);
  }

  private static Session session(Connection of) {
    return of.sessions().start(RUN);
  }
}
