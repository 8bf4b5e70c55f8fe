package dev.parley.engine;

import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finding what was said and kept, the same whether or not the store has an index. */
abstract class SearchContract extends OpenRooms {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName REVIEW = RoomName.of("review");

  @Test
  void search_forSeveralWords_findsWhatHoldsAllOfThemTheNewestFirst() {
    DurableTopics bus = connect("alice").topics();
    say(bus, PLANNING, "the Deploy of the api failed");
    say(bus, PLANNING, "deploy it again");
    say(bus, PLANNING, "API: deploy is done");
    SearchResult found = search(bus, SearchQuery.of("dePLoy api").in(PLANNING));
    assertThat(texts(found)).containsExactly("API: deploy is done", "the Deploy of the api failed");
    assertThat(found.truncated()).isFalse();
    assertThat(found.before()).isEmpty();
    assertThat(texts(search(bus, SearchQuery.of("deploy nothing")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "migrat, true",
    "MIGRATIONS, true",
    "igrations, false",
    "migrationsx, false",
    "java, true",
    "topiclog, true",
    "log, false",
    "42, true",
    "v4, true",
    "it's, true",
    "ärger, true",
    "snake, true",
    "case, true",
    "'migrat | zzz', false",
    "'!migrat', true",
    "'migrat:*', true",
    "'migrat''', true",
    "'migrat \\', true",
    "'%', refused",
    "'', refused"
  })
  void word_isFoundByItsBeginning(String query, String expected) {
    DurableTopics bus = connect("alice").topics();
    say(
        bus,
        PLANNING,
        "Migrations/V4_2: src/dev.parley.TopicLog.java, it's Ärger no-42 snake_case");
    if (expected.equals("refused")) {
      assertThat(refusedField(() -> SearchQuery.of(query))).isEqualTo("query");
    } else {
      assertThat(search(bus, SearchQuery.of(query)).messages())
          .hasSize(expected.equals("true") ? 1 : 0);
    }
  }

  @Test
  void search_aroundCharactersThatAreStoredOtherwise_findsTheWords() {
    DurableTopics bus = connect("alice").topics();
    String odd = "one\0two\u001Athree \uD83D\uDE00four";
    say(bus, PLANNING, odd);
    for (String word : List.of("one", "two", "three", "four", "two\u001Athree")) {
      assertThat(texts(search(bus, SearchQuery.of(word)))).containsExactly(odd);
    }
    assertThat(search(bus, SearchQuery.of("0two")).messages()).isEmpty();
  }

  @Test
  void search_inEveryTopic_findsWhatIsKeptInThisWorkspace() {
    Connection alice = connect("alice");
    say(alice.topics(), PLANNING, "plan one");
    say(alice.topics(), REVIEW, "plan two");
    say(alice.topics(), PLANNING, "plan three");
    RoomName passing = RoomName.of("passing");
    alice.rooms().join(passing);
    alice.rooms().send(passing, Body.of("plan four"));
    SearchResult found = search(alice.topics(), SearchQuery.of("plan"));
    assertThat(texts(found)).containsExactly("plan three", "plan two", "plan one");
    assertThat(found.messages())
        .extracting(stored -> stored.message().topic().name())
        .containsExactly("planning", "review", "planning");
    assertThat(found.truncated()).isFalse();
    assertThat(texts(search(alice.topics(), SearchQuery.of("plan").in(REVIEW))))
        .containsExactly("plan two");
    assertThat(search(alice.topics(), SearchQuery.of("plan").in(passing)).messages()).isEmpty();
    enterAWorkspaceOfItsOwn();
    assertThat(search(connect("alice").topics(), SearchQuery.of("plan")).messages()).isEmpty();
  }

  @Test
  void search_ofOneAgent_findsWhatItSaid() {
    say(connect("alice").topics(), PLANNING, "mine");
    say(connect("bob").topics(), PLANNING, "mine too");
    assertThat(
            texts(
                search(connect("carol").topics(), SearchQuery.of("mine").from(new AgentId("bob")))))
        .containsExactly("mine too");
  }

  @Test
  void found_isWholeAndItsCursorGoesOnBehindIt() {
    DurableTopics bus = connect("alice").topics();
    Message question = say(bus, PLANNING, "why");
    Message answer = bus.post(PLANNING, Body.of("because"), Optional.of(question.id()));
    Message thanks = say(bus, PLANNING, "right");
    StoredMessage found = search(bus, SearchQuery.of("because")).messages().get(0);
    assertThat(found.message()).isEqualTo(answer);
    assertThat(bus.fetchRecent(PLANNING, Optional.of(found.cursor()), 10).messages())
        .extracting(StoredMessage::message)
        .containsExactly(thanks);
  }

  @Test
  void pages_ofATopic_goOnWhereTheLastOneEnded() {
    DurableTopics bus = connect("alice").topics();
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 130; i++) {
      boolean isOne = i % 3 == 0;
      say(bus, PLANNING, (isOne ? "needle " : "hay ") + i);
      if (isOne) {
        expected.add(0, "needle " + i);
      }
    }
    SearchQuery query = SearchQuery.of("needle").in(PLANNING).atMost(10);
    List<String> read = new ArrayList<>();
    SearchResult page = search(bus, query);
    for (; page.before().isPresent(); page = search(bus, query.before(page.before().getAsLong()))) {
      assertThat(page.truncated()).isTrue();
      read.addAll(texts(page));
    }
    read.addAll(texts(page));
    assertThat(page.truncated()).isFalse();
    assertThat(read).containsExactlyElementsOf(expected);
    assertThat(search(bus, query.before(Long.MAX_VALUE)).messages()).hasSize(10);
    assertThat(search(bus, query.before(1)).messages()).isEmpty();
    assertThat(search(bus, SearchQuery.of("needle").atMost(5)))
        .satisfies(some -> assertThat(texts(some)).isEqualTo(expected.subList(0, 5)))
        .returns(true, SearchResult::truncated)
        .returns(OptionalLong.empty(), SearchResult::before);
  }

  @Test
  void topicThatIsNotThere_holdsNothing() {
    SearchResult found =
        search(connect("alice").topics(), SearchQuery.of("x").in(RoomName.of("nowhere")));
    assertThat(found).isEqualTo(nothing());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 101})
  void limit_outOfItsBounds_isRefused(int limit) {
    assertThat(refusedField(() -> SearchQuery.of("x").atMost(limit))).isEqualTo("limit");
  }

  @Test
  void query_thatIsTooLongOrHasAPositionOfNoTopic_isRefused() {
    assertThat(refusedField(() -> SearchQuery.of("x".repeat(257)))).isEqualTo("query");
    assertThat(refusedField(() -> SearchQuery.of("x").before(3))).isEqualTo("before");
  }

  @Test
  void search_onAConnectionThatEnded_isRefused() {
    Connection gone = connect("alice");
    DurableTopics bus = gone.topics();
    gone.close();
    assertThat(refusedCode(() -> search(bus, SearchQuery.of("x"))))
        .isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  @Test
  void thread_isTheMessageAndWhateverRepliesToItInOrder() {
    DurableTopics bus = connect("alice").topics();
    Message before = say(bus, PLANNING, "before");
    Message root = reply(bus, before, "root");
    Message first = reply(bus, root, "first");
    say(bus, PLANNING, "something else");
    Message deeper = reply(bus, first, "deeper");
    reply(bus, before, "elsewhere");
    Message second = reply(bus, root, "second");
    Message deepest = reply(bus, deeper, "deepest");
    bus.post(REVIEW, Body.of("in another topic"), Optional.of(root.id()));
    SearchResult thread = bus.thread(PLANNING, root.id());
    assertThat(thread.messages())
        .extracting(StoredMessage::message)
        .containsExactly(root, first, deeper, second, deepest);
    assertThat(thread.truncated()).isFalse();
    assertThat(bus.thread(PLANNING, deepest.id()).messages())
        .extracting(StoredMessage::message)
        .containsExactly(deepest);
  }

  @Test
  void thread_ofAMessageThatIsNotKept_isItsReplies() {
    DurableTopics bus = connect("alice").topics();
    MessageId gone = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(bus.thread(PLANNING, gone)).isEqualTo(nothing());
    Message reply = bus.post(PLANNING, Body.of("late"), Optional.of(gone));
    say(bus, PLANNING, "more");
    assertThat(bus.thread(PLANNING, gone).messages())
        .extracting(StoredMessage::message)
        .containsExactly(reply);
  }

  @Test
  void thread_withLongWaysBetweenItsMessages_isWhole() {
    DurableTopics bus = connect("alice").topics();
    List<Message> expected = new ArrayList<>();
    expected.add(say(bus, PLANNING, "root"));
    for (int i = 1; i <= 700; i++) {
      if (i % 300 == 0 || i % 300 == 1) {
        expected.add(reply(bus, expected.get(0), "reply " + i));
      } else {
        say(bus, PLANNING, "hay");
      }
    }
    assertThat(bus.thread(PLANNING, expected.get(0).id()).messages())
        .extracting(StoredMessage::message)
        .containsExactlyElementsOf(expected);
  }

  /** Where an index comes after the messages, it has come by now. */
  SearchResult search(DurableTopics bus, SearchQuery query) {
    return bus.search(query);
  }

  private static Message reply(DurableTopics bus, Message to, String text) {
    return bus.post(PLANNING, Body.of(text), Optional.of(to.id()));
  }

  private static SearchResult nothing() {
    return new SearchResult(List.of(), false, OptionalLong.empty());
  }

  private static Message say(DurableTopics bus, RoomName topic, String text) {
    return bus.post(topic, Body.of(text), Optional.<MessageId>empty());
  }

  private static List<String> texts(SearchResult found) {
    return found.messages().stream().map(stored -> stored.message().text()).toList();
  }
}
