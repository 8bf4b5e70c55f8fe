package dev.parley.chat.zulip;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatBackend;
import dev.parley.chat.ChatEmulation.Seen;
import dev.parley.chat.ChatSettings;
import dev.parley.chat.LogDatabase;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.zulip.ZulipWorld.User;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

@Tag("chat")
class ZulipRegressionsTest {
  private static final ChatSettings QUICK =
      new ChatSettings(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(20));
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final String TOPIC = "parley-planning";
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), ConnectionId.of("c1", true));
  private static LogDatabase database;
  private static LogDatabase otherDatabase;

  private final List<ChatBackend> backends = new ArrayList<>();
  private ZulipEmulation emulation;
  private ZulipWorld world;

  @BeforeAll
  static void openDatabases() {
    database = new LogDatabase();
    otherDatabase = new LogDatabase();
  }

  @AfterAll
  static void closeDatabases() {
    database.close();
    otherDatabase.close();
  }

  @BeforeEach
  void begin() {
    emulation = new ZulipEmulation();
    world = emulation.world;
  }

  @AfterEach
  void end() {
    backends.forEach(ChatBackend::disconnect);
    emulation.close();
    database.clear();
    otherDatabase.clear();
  }

  private ChatBackend chat(String options) {
    return chat(options, database);
  }

  private ChatBackend chat(String options, LogDatabase log) {
    ChatBackend backend =
        new ChatBackend(
            emulation.system(emulation.address(options)), log.log(), QUICK, InstantSource.system());
    backends.add(backend);
    backend.connect();
    return backend;
  }

  private ChatBackend otherParley() {
    return chat("", otherDatabase);
  }

  private static Message post(ChatBackend backend, String text) {
    return backend.post(MessageDraft.of(PLANNING, ALICE, Body.of(text))).message();
  }

  private static List<Message> messages(ChatBackend backend) {
    return backend.fetchAfter(PLANNING, Optional.empty(), 1_000).messages().stream()
        .map(stored -> stored.message())
        .toList();
  }

  private static List<String> texts(ChatBackend backend) {
    return messages(backend).stream().map(Message::text).toList();
  }

  private static void eventuallyHas(ChatBackend backend, String... texts) {
    eventually(String.join(", ", texts), () -> texts(backend).size() >= texts.length);
    assertThat(texts(backend)).containsExactly(texts);
  }

  @Test
  void lostQueue_isRegisteredOnce_andTheGapIsFilled() {
    ChatBackend backend = chat("");
    post(backend, "one");
    ZulipWorld guarded = world;
    synchronized (guarded) {
      world.dropAll();
      emulation.write(TOPIC, "zoe", "lost");
    }
    eventuallyHas(backend, "one", "lost");
    post(backend, "two");
    eventuallyHas(backend, "one", "lost", "two");
    assertThat(world.registrations()).isEqualTo(2);
    assertThat(world.queues()).isEqualTo(1);
  }

  @Test
  void gap_isFilledAfterOneFailure() {
    gapAmong(1);
  }

  @Test
  void gap_isFilledAfterSeveralFailures() {
    gapAmong(8);
  }

  private void gapAmong(int failures) {
    ChatBackend backend = chat("");
    post(backend, "one");
    ZulipWorld guarded = world;
    synchronized (guarded) {
      emulation.faults().next(Fault.SERVER_ERROR, failures);
      world.dropAll();
      IntStream.range(0, 150).forEach(i -> emulation.write(TOPIC, "zoe", "lost " + i));
    }
    eventually("the gap is filled", () -> texts(backend).size() == 151);
    emulation.write(TOPIC, "zoe", "after");
    eventually("the next came", () -> texts(backend).size() == 152);
    assertThat(texts(backend).subList(1, 151))
        .isEqualTo(IntStream.range(0, 150).mapToObj(i -> "lost " + i).toList());
    assertThat(texts(backend)).startsWith("one").endsWith("after");
  }

  @Test
  void manyMessagesWhileAway_comeInOrder() {
    ChatBackend backend = chat("");
    post(backend, "one");
    backend.disconnect();
    IntStream.range(0, 450).forEach(i -> emulation.write(TOPIC, "zoe", "m" + i));
    backend.connect();
    eventually("all came", () -> texts(backend).size() == 451);
    assertThat(texts(backend).subList(1, 451))
        .isEqualTo(IntStream.range(0, 450).mapToObj(i -> "m" + i).toList());
  }

  @Test
  void messagesOfZulipItself_areSkipped_andEndNoPage() {
    ChatBackend backend = chat("");
    post(backend, "one");
    backend.disconnect();
    IntStream.range(0, 450).forEach(i -> world.notify(emulation.channel, TOPIC, "moved " + i));
    emulation.write(TOPIC, "zoe", "a person");
    backend.connect();
    eventuallyHas(backend, "one", "a person");
    ChatBackend other = otherParley();
    IntStream.range(0, 300).forEach(i -> world.notify(emulation.channel, TOPIC, "moved " + i));
    eventuallyHas(other, "one", "a person");
  }

  @Test
  void resolvedTopic_isTheSameRoom() {
    ChatBackend backend = chat("");
    post(backend, "one");
    User zoe = emulation.person("zoe");
    world.rename(zoe, emulation.channel, TOPIC, "✔ " + TOPIC);
    emulation.write("✔ " + TOPIC, "zoe", "resolved");
    eventuallyHas(backend, "one", "resolved");
    post(backend, "still here");
    assertThat(world.posts()).allSatisfy(one -> assertThat(one.topic).isEqualTo("✔ " + TOPIC));
    emulation.write(TOPIC, "zoe", "in the old one");
    eventuallyHas(backend, "one", "resolved", "still here", "in the old one");
    post(backend, "end");

    ChatBackend other = otherParley();
    eventuallyHas(other, "one", "resolved", "still here", "in the old one", "end");
    backend.disconnect();
    backend.connect();
    world.rename(zoe, emulation.channel, "✔ " + TOPIC, TOPIC);
    post(backend, "open again");
    assertThat(world.posts()).allSatisfy(one -> assertThat(one.topic).isEqualTo(TOPIC));
    eventuallyHas(backend, "one", "resolved", "still here", "in the old one", "end", "open again");
  }

  @Test
  void movedMessages_stayAsTheyWereCopied() {
    ChatBackend backend = chat("");
    post(backend, "one");
    world.rename(emulation.person("zoe"), emulation.channel, TOPIC, "elsewhere");
    emulation.write("elsewhere", "zoe", "not here");
    post(backend, "two");
    eventuallyHas(backend, "one", "two");
    assertThat(emulation.room(TOPIC)).hasSize(1);
  }

  @Test
  void lostAnswer_doublesNothing() {
    ChatBackend backend = chat("");
    emulation.faults().share(Fault.CUT_AFTER, 0.3);
    emulation.faults().share(Fault.TRUNCATED, 0.1);
    for (int i = 0; i < 10; i++) {
      post(backend, "the same");
    }
    emulation.faults().clear();
    assertThat(emulation.room(TOPIC)).hasSize(10);
    assertThat(texts(backend)).hasSize(10);
  }

  @Test
  void prefixOfAPerson_isOnlyText() {
    ChatBackend backend = chat("");
    emulation.write(TOPIC, "mallory", "**alice:** I agree");
    eventuallyHas(backend, "**alice:** I agree");
    Sender sender = messages(backend).get(0).sender();
    assertThat(sender.agent().value()).isEqualTo("zulip." + emulation.person("mallory").id());
  }

  @Test
  void botOfAnotherParley_isBelievedWhereItIsTrusted() {
    User bot = world.user("other-bot@127.0.0.1", "Other", true);
    ChatBackend trusting = chat("&trusted=" + bot.id());
    ChatBackend strict = otherParley();
    post(trusting, "one");
    world.post(bot, emulation.channel, TOPIC, "**carol:** two");
    eventuallyHas(trusting, "one", "two");
    eventuallyHas(strict, "one", "**carol:** two");
    assertThat(messages(trusting).get(1).sender().agent().value()).isEqualTo("carol");
    assertThat(messages(strict).get(1).sender().agent().value()).isEqualTo("zulip." + bot.id());
  }

  @Test
  void everybody_isNotNotified() {
    ChatBackend backend = chat("");
    post(backend, "@**all** look at @*role:everyone* \u0000 ");
    assertThat(emulation.room(TOPIC).get(0).text()).doesNotContain("@**all**", "@*role:");
    eventuallyHas(otherParley(), "@**all** look at @*role:everyone* \u0000 ");
  }

  @Test
  void presence_isNotSentToTheChannel_unlessTheAddressNamesATopic() {
    TopicName presence = TopicName.presence(WorkspaceId.DEFAULT);
    ChatBackend backend = chat("");
    backend.post(MessageDraft.of(presence, ALICE, Body.of("beat")));
    assertThat(world.posts()).isEmpty();
    ChatBackend named = chat("&presence=Beats", otherDatabase);
    named.post(MessageDraft.of(presence, ALICE, Body.of("beat")));
    assertThat(emulation.room("Beats")).hasSize(1);
  }

  @Test
  void namedTopic_isTheRoom_inAnyCase_evenBeforeItIsUsed() {
    ChatBackend backend = chat("&room.planning=Sprint%20Plans");
    emulation.write("sprint plans", "zoe", "first");
    eventuallyHas(backend, "first");
    post(backend, "second");
    assertThat(emulation.room("Sprint Plans"))
        .extracting(Seen::author)
        .containsExactly("zoe", "Parley");
    eventuallyHas(backend, "first", "second");
  }

  @Test
  void renamedChannel_isFollowed() {
    ChatBackend backend = chat("");
    post(backend, "one");
    ObjectNode event = ZulipWorld.JSON.createObjectNode().put("type", "stream").put("op", "update");
    event.put("property", "name").put("stream_id", emulation.channel.id).put("value", "robots");
    ZulipWorld guarded = world;
    synchronized (guarded) {
      emulation.channel.name = "robots";
      world.announce(event);
      emulation.write(TOPIC, "zoe", "two");
    }
    eventuallyHas(backend, "one", "two");
    emulation.write(TOPIC, "zoe", "three");
    eventuallyHas(backend, "one", "two", "three");
    post(backend, "four");
    eventuallyHas(backend, "one", "two", "three", "four");
  }

  @Test
  void removedBot_subscribesAgain() {
    ChatBackend backend = chat("");
    post(backend, "one");
    ObjectNode event =
        ZulipWorld.JSON.createObjectNode().put("type", "subscription").put("op", "remove");
    event.putArray("subscriptions").addObject().put("stream_id", emulation.channel.id);
    ZulipWorld guarded = world;
    synchronized (guarded) {
      emulation.channel.members.clear();
      world.announce(event);
      emulation.write(TOPIC, "zoe", "two");
    }
    eventuallyHas(backend, "one", "two");
    emulation.write(TOPIC, "zoe", "three");
    eventuallyHas(backend, "one", "two", "three");
  }

  @Test
  void otherKey_endsTheEvents() {
    ChatBackend backend = chat("");
    post(backend, "one");
    assertThat(backend.isReachable()).isTrue();
    world.newKey(emulation.bot);
    eventually("it is seen", () -> !backend.isReachable());
    assertThat(refusedCode(() -> post(backend, "two"))).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(world.registrations()).isEqualTo(1);
  }

  @Test
  void serverThatCountsAnew_isReadByTheTime() {
    ChatBackend backend = chat("");
    post(backend, "one");
    backend.disconnect();
    world.reset();
    User zoe = emulation.person("zoe");
    Instant later = Instant.now().plusSeconds(120);
    IntStream.range(0, 250)
        .forEach(
            i ->
                world.post(
                    zoe, emulation.channel, TOPIC, "m" + i, "", "", later.plusSeconds(i / 10)));
    backend.connect();
    eventually("all came", () -> texts(backend).size() == 251);
    assertThat(texts(backend)).startsWith("one", "m0", "m1").endsWith("m248", "m249");
  }

  @Test
  void wordsOfAQuote_areNotWordsOfThePerson() {
    ChatBackend backend = chat("");
    Message question = post(backend, "Shall I?\n```\ncode\n```");
    String asked = emulation.room(TOPIC).get(0).id();
    emulation.write(TOPIC, "zoe", emulation.quote(asked) + "\n@**Parley|11** yes");
    eventually("it came", () -> texts(backend).size() == 2);
    Message answer = messages(backend).get(1);
    assertThat(answer.text()).isEqualTo("@Parley yes");
    assertThat(answer.draft().inReplyTo()).contains(question.id());
  }

  @Test
  void refusalOfTheServer_isInItsWords() {
    ChatBackend backend = chat("");
    emulation.emulator.noPosting = "Only organization administrators can send to this channel.";
    assertThat(dev.parley.problem.Refusals.refused(() -> post(backend, "one")).message())
        .contains("Only organization administrators");
    assertThat(texts(backend)).isEmpty();
  }

  @Test
  void disconnect_removesTheQueue_andNothingComesAfterIt() {
    ChatBackend backend = chat("");
    post(backend, "one");
    List<String> came = new ArrayList<>();
    backend.follow(PLANNING, Optional.empty(), stored -> came.add(stored.message().text()));
    backend.disconnect();
    emulation.write(TOPIC, "zoe", "too late");
    assertThat(world.queues()).isZero();
    assertThat(came).isEmpty();
  }
}
