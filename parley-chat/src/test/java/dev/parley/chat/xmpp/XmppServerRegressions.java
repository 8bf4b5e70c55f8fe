package dev.parley.chat.xmpp;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.engine.id.Ulids;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Original;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smackx.muc.MultiUserChat;
import org.jivesoftware.smackx.muc.Occupant;
import org.jivesoftware.smackx.xdata.form.FillableForm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;

/** Faults that real servers make. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class XmppServerRegressions {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final List<ChatConnection> open = new ArrayList<>();
  private XmppEmulation emulation;
  private XmppRecorder recorder;

  @RegisterExtension final XmppServerExtension started = new XmppServerExtension(this::newServer);

  /** A server, which is started. */
  protected abstract XmppServerProcess newServer() throws Exception;

  @AfterEach
  final void closeAll() {
    open.forEach(ChatConnection::close);
    open.clear();
    if (emulation != null) {
      emulation.close();
      emulation = null;
    }
  }

  final XmppServerProcess server() {
    return started.server();
  }

  private ChatConnection connected() {
    return connected(Duration.ofSeconds(10), Duration.ofSeconds(60), "");
  }

  private ChatConnection connected(Duration reply, Duration check, String options) {
    emulation = new XmppEmulation(server(), reply, check);
    return connected(options);
  }

  private ChatConnection connected(String options) {
    recorder = new XmppRecorder();
    ChatConnection made = emulation.system(options).connect(recorder);
    open.add(made);
    return made;
  }

  private static OutgoingMessage message(String text) {
    String nonce = Ulids.next();
    return new OutgoingMessage(
        "**alice:** " + text,
        nonce,
        new Envelope("alice", "alice", true, nonce, 1, 1, text),
        Optional.empty());
  }

  private String write(String text) {
    return emulation.write(TOPIC, "zoe", text, Optional.empty());
  }

  @Test
  final void restart_isFollowedByAnotherEntry_beforeWhichMessagesMayBeMissing() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    write("one");
    emulation.away(true);
    eventually("it is noticed", () -> !chat.isReachable());
    emulation.away(false);
    write("two");
    eventually("in again", () -> recorder.connections() == 2);
    write("three");
    chat.send(room, message("four"));
    eventually("all came", () -> recorder.texts().contains("alice: four"));
    assertThat(recorder.texts()).startsWith("one").endsWith("three", "alice: four");
    assertThat(recorder.missed()).containsExactly(1);
    assertThat(chat.history(room, Optional.empty(), 10))
        .extracting(ChatMessage::text)
        .containsExactly("one", "two", "three", "alice: four");
    assertThat(chat.isReachable()).isTrue();
  }

  @Test
  final void post_onItsWayWhenTheServerDies_isUnknown() throws Exception {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    server().hang(true);
    CompletableFuture<Original> sent =
        CompletableFuture.supplyAsync(() -> chat.send(room, message("one")));
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS))
        .join();
    server().kill();
    CompletionException failed = catchThrowableOfType(CompletionException.class, sent::join);
    assertThat(failed.getCause())
        .isInstanceOfSatisfying(
            ChatFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.UNKNOWN));
    assertThat(kind(() -> chat.send(room, message("two")))).isEqualTo(ChatFailure.Kind.UNREACHABLE);
  }

  @Test
  final void post_thatDoesNotComeBack_isUnknown() throws Exception {
    ChatConnection chat = connected(SHORT, Duration.ofSeconds(60), "");
    String room = chat.open(TOPIC);
    server().hang(true);
    try {
      assertThat(kind(() -> chat.send(room, message("one")))).isEqualTo(ChatFailure.Kind.UNKNOWN);
    } finally {
      server().hang(false);
    }
  }

  @Test
  final void serverThatHangs_isLeftAndReachedAgain() throws Exception {
    ChatConnection chat = connected(SHORT, SHORT, "");
    chat.open(TOPIC);
    server().hang(true);
    try {
      eventually("it is noticed", () -> !chat.isReachable());
    } finally {
      server().hang(false);
    }
    eventually("in again", () -> chat.isReachable() && recorder.connections() == 2);
    write("one");
    eventually("it came", () -> recorder.texts().contains("one"));
  }

  private static ChatFailure.Kind kind(Runnable call) {
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, call::run);
    assertThat(failure).as("the call fails").isNotNull();
    return failure.kind();
  }

  @Test
  final void history_comesInPages_andTheNewestWithoutACursor() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    Original first = chat.send(room, message("0"));
    IntStream.range(1, 120).forEach(i -> chat.send(room, message(Integer.toString(i))));
    assertThat(bodies(chat.history(room, Optional.empty(), 1_000)))
        .hasSize(50)
        .startsWith("70")
        .endsWith("119");
    assertThat(bodies(chat.history(room, Optional.empty(), 1))).containsExactly("119");

    List<ChatMessage> all = new ArrayList<>();
    for (Optional<Original> after = Optional.of(first); ; ) {
      List<ChatMessage> page = chat.history(room, after, 1_000);
      if (page.isEmpty()) {
        break;
      }
      all.addAll(page);
      after = Optional.of(page.get(page.size() - 1).original());
    }
    assertThat(bodies(all))
        .containsExactlyElementsOf(IntStream.range(1, 120).mapToObj(Integer::toString).toList());
    eventually("all came", () -> recorder.messages().size() == 120);
    assertThat(recorder.messages().subList(1, 120))
        .extracting(message -> message.original().id())
        .containsExactlyElementsOf(all.stream().map(one -> one.original().id()).toList());
  }

  private static List<String> bodies(List<ChatMessage> messages) {
    return messages.stream().map(message -> message.envelope().orElseThrow().body()).toList();
  }

  @Test
  final void history_afterAMessageThatTheArchiveHasNoMore_goesByTheTime() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    write("one");
    write("two");
    Original lost = new Original("1", Instant.now().minusSeconds(600));
    assertThat(chat.history(room, Optional.of(lost), 10))
        .extracting(ChatMessage::text)
        .containsExactly("one", "two");
  }

  @Test
  final void history_isReadPastMessagesThatAreNone() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    write("one");
    Original one = chat.history(room, Optional.empty(), 1).get(0).original();
    XmppPerson zoe = emulation.person("zoe");
    for (int i = 0; i < 55; i++) {
      zoe.write(
          emulation.jid(TOPIC),
          "zoe",
          "corrected",
          StandardExtensionElement.builder("replace", "urn:xmpp:message-correct:0")
              .addAttribute("id", "m1")
              .build());
    }
    assertThat(chat.history(room, Optional.empty(), 50))
        .extracting(ChatMessage::text)
        .containsExactly("one");
    write("two");
    assertThat(chat.history(room, Optional.of(one), 50))
        .extracting(ChatMessage::text)
        .containsExactly("two");
    eventually("both came", () -> recorder.texts().size() >= 2);
    assertThat(recorder.texts()).containsExactly("one", "two");
  }

  @Test
  final void personWhoForgesAnEnvelopeAndAnAccount_staysThatPerson() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    Envelope forged = new Envelope("alice", "alice", true, "n", 1, 1, "I am alice");
    StandardExtensionElement item =
        StandardExtensionElement.builder("x", "http://jabber.org/protocol/muc#user")
            .addElement(
                StandardExtensionElement.builder("item", "http://jabber.org/protocol/muc#user")
                    .addAttribute("affiliation", "owner")
                    .addAttribute("jid", "parley@localhost")
                    .addAttribute("role", "moderator")
                    .build())
            .build();
    emulation
        .person("zoe")
        .write(emulation.jid(TOPIC), "zoe", "trust me", XmppEnvelopes.of(forged), item);
    eventually("it came", () -> !recorder.messages().isEmpty());
    assertThat(List.of(recorder.messages().get(0), chat.history(room, Optional.empty(), 1).get(0)))
        .allSatisfy(
            message -> {
              assertThat(message.author().id()).isEqualTo("zoe");
              assertThat(message.author().isParley()).isFalse();
              assertThat(message.envelope()).isEmpty();
              assertThat(message.text()).isEqualTo("trust me");
            });
  }

  @Test
  final void anyCharacters_comeBackAsTheyWere() {
    ChatConnection chat = connected();
    String room = chat.open(TOPIC);
    List<String> texts =
        List.of(
            "nul \0, bell \u0007, \uFFFE\uFFFF", "lines\r\nand\rmore", " \n\t ", "<&>'\"]]>", "😀");
    texts.forEach(text -> chat.send(room, message(text)));
    eventually("all came", () -> recorder.messages().size() == texts.size());
    assertThat(bodies(recorder.messages())).isEqualTo(texts);
    assertThat(bodies(chat.history(room, Optional.empty(), 10))).isEqualTo(texts);
    assertThat(emulation.room(TOPIC).get(0).text())
        .isEqualTo("alice: nul \uFFFD, bell \uFFFD, \uFFFD\uFFFD");
  }

  @Test
  final void nicknameThatIsTaken_getsMore() {
    emulation = new XmppEmulation(server());
    emulation.person("parley").enter(emulation.jid(TOPIC), "parley");
    ChatConnection chat = connected("");
    String room = chat.open(TOPIC);
    chat.send(room, message("one"));
    assertThat(emulation.room(TOPIC).get(0).author()).startsWith("parley-");
  }

  @Test
  final void kick_isFollowedByAnotherEntry() throws Exception {
    emulation = new XmppEmulation(server());
    MultiUserChat room = emulation.person("zoe").enter(emulation.jid(TOPIC), "zoe");
    ChatConnection chat = connected("");
    chat.open(TOPIC);
    room.kickParticipant(Resourcepart.from("parley"), "out");
    eventually("in again", () -> recorder.connections() == 2);
    write("one");
    eventually("it came", () -> recorder.texts().equals(List.of("one")));
  }

  @Test
  final void ban_refusesPosts() throws Exception {
    emulation = new XmppEmulation(server());
    MultiUserChat room = emulation.person("zoe").enter(emulation.jid(TOPIC), "zoe");
    ChatConnection chat = connected("");
    String id = chat.open(TOPIC);
    room.banUser(JidCreate.entityBareFrom("parley@localhost"), "out");
    eventually(
        "it is refused",
        () -> {
          ChatFailure failure =
              catchThrowableOfType(ChatFailure.class, () -> chat.send(id, message("one")));
          return failure != null && failure.kind() == ChatFailure.Kind.REFUSED;
        });
    assertThat(chat.isReachable()).isTrue();
  }

  @Test
  final void roomOfTheAddress_isEnteredAtOnce_andFoundByItsName() {
    emulation = new XmppEmulation(server());
    String room = "own-" + XmppLink.random() + "@" + XmppServerProcess.ROOMS;
    ChatConnection chat = connected("&room.planning=" + room);
    emulation.person("zoe").write(JidCreate.entityBareFromOrThrowUnchecked(room), "zoe", "one");
    eventually("it came", () -> recorder.texts().equals(List.of("one")));
    assertThat(chat.topicOf(room)).contains(TOPIC);
    assertThat(chat.find(TOPIC)).contains(room);
  }

  @Test
  final void ownRoomThatWasLeftHalfMade_isMended() throws Exception {
    emulation = new XmppEmulation(server());
    XmppPerson earlier = new XmppPerson(server(), XmppServerProcess.PARLEY);
    MultiUserChat made = earlier.enter(emulation.jid(TOPIC), "earlier");
    hideAccounts(made);
    earlier.leaveAll();
    earlier.close();
    ChatConnection chat = connected("");
    String room = chat.open(TOPIC);
    write("one");
    eventually("it came", () -> !recorder.messages().isEmpty());
    assertThat(recorder.messages().get(0).author().id()).isEqualTo("zoe");
    assertThat(chat.history(room, Optional.empty(), 1).get(0).author().id()).isEqualTo("zoe");
  }

  private static void hideAccounts(MultiUserChat room) throws Exception {
    FillableForm form = room.getConfigurationForm().getFillableForm();
    form.setAnswer("muc#roomconfig_persistentroom", true);
    form.setAnswer("muc#roomconfig_whois", "moderators");
    room.sendConfigurationForm(form);
  }

  @Test
  final void roomOfPeopleThatHidesAccounts_isUsedByItsIdsOrRefused() throws Exception {
    emulation = new XmppEmulation(server());
    String room = "own-" + XmppLink.random() + "@" + XmppServerProcess.ROOMS;
    EntityBareJid jid = JidCreate.entityBareFromOrThrowUnchecked(room);
    hideAccounts(emulation.person("zoe").enter(jid, "zoe"));
    ChatConnection chat;
    try {
      chat = connected("&room.planning=" + room);
    } catch (ParleyException refused) {
      assertThat(refused)
          .hasMessageContaining("the room " + room + " hides the accounts of people");
      return;
    }
    chat.send(room, message("one"));
    emulation.person("zoe").write(jid, "zoe", "two");
    eventually("both came", () -> recorder.messages().size() == 2);
    List<ChatMessage> live = recorder.messages();
    assertThat(live.get(0).author().isParley()).isTrue();
    assertThat(live.get(0).envelope()).isPresent();
    assertThat(live.get(1).author().isParley()).isFalse();
    assertThat(live.get(1).author().id()).startsWith("occupant/");
    assertThat(chat.history(room, Optional.empty(), 2))
        .extracting(ChatMessage::author)
        .isEqualTo(live.stream().map(ChatMessage::author).toList());
  }

  @Test
  final void roomThatIsAbsent_isNotFound() {
    ChatConnection chat = connected();
    assertThat(chat.find(TOPIC)).isEmpty();
    String room = chat.open(TOPIC);
    assertThat(chat.find(TOPIC)).contains(room);
    ChatConnection other = connected("");
    assertThat(other.find(TOPIC)).contains(room);
  }

  @Test
  final void sameResourceElsewhere_endsTheLoginForGood() throws Exception {
    ChatConnection chat = connected();
    chat.open(TOPIC);
    write("one");
    eventually("it came", () -> recorder.texts().equals(List.of("one")));
    MultiUserChat room = emulation.person("zoe").enter(emulation.jid(TOPIC), "zoe");
    Occupant parley =
        room.getOccupant(
            JidCreate.entityFullFrom(emulation.jid(TOPIC), Resourcepart.from("parley")));
    Resourcepart resource = parley.getJid().getResourceOrThrow();
    XMPPTCPConnection other =
        XmppPerson.login(server(), XmppServerProcess.PARLEY, resource.toString());
    try {
      eventually("it is out", () -> !chat.isReachable());
      eventually("it is refused", () -> kind(() -> chat.open(TOPIC)) == ChatFailure.Kind.REFUSED);
      assertThat(chat.find(TOPIC)).isPresent();
    } finally {
      other.instantShutdown();
    }
  }

  @Test
  final void close_endsTheThreadAndTheMessages() {
    ChatConnection chat = connected();
    chat.open(TOPIC);
    chat.close();
    write("one");
    assertThat(recorder.messages()).isEmpty();
    assertThat(chat.isReachable()).isFalse();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("parley-xmpp-login");
  }
}
