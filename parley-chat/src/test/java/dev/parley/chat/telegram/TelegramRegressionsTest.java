package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static dev.parley.chat.telegram.TelegramWorld.PLANNING;
import static dev.parley.chat.telegram.TelegramWorld.REVIEW;
import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.message.Message;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.LocalLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Losses, doubles and interruptions that a backend of Telegram once had or may have. */
@Tag("chat")
final class TelegramRegressionsTest {
  private final TelegramWorld world = new TelegramWorld();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void foreignMessage_whileParleyRuns_isDelivered() {
    world.start();
    world.write(PLANNING, "zoe_miller", "hello");
    world.awaitTexts(PLANNING, "hello");
    Message message = world.messages(PLANNING).get(0);
    assertThat(message.sender().agent().value()).isEqualTo("telegram.zoe_miller");
    assertThat(message.sender().isVerified()).isTrue();
    world.awaitConfirmed();
  }

  @Test
  void foreignMessage_whileParleyIsDown_isDeliveredAfterTheStart() {
    world.write(PLANNING, "zoe_miller", "before the first start");
    world.start();
    world.awaitTexts(PLANNING, "before the first start");
    world.backend().disconnect();
    world.write(PLANNING, "zoe_miller", "one");
    world.write(REVIEW, "zoe_miller", "elsewhere");
    world.write(PLANNING, "zoe_miller", "two");
    world.restart();
    world.awaitTexts(PLANNING, "before the first start", "one", "two");
    world.awaitTexts(REVIEW, "elsewhere");
  }

  @Test
  void backlog_ofATopicThatIsNotOpen_keepsItsOrder() {
    for (int i = 0; i < 250; i++) {
      world.write(PLANNING, "zoe_miller", "m" + i);
    }
    world.start();
    eventually("all came", () -> world.texts(PLANNING).size() == 250);
    for (int i = 0; i < 250; i++) {
      assertThat(world.texts(PLANNING).get(i)).isEqualTo("m" + i);
    }
  }

  @Test
  void publicName_inTheAddress_isTheChatWithItsNumber() {
    world.emulation().map(REVIEW, -1_003_000_000_001L, "supergroup", "public_review");
    world.start();
    world.post(REVIEW, "posted");
    world.write(REVIEW, "zoe_miller", "written");
    world.awaitTexts(REVIEW, "posted", "written");
    assertThat(world.emulation().room(REVIEW)).hasSize(2);
  }

  @Test
  void lateMessage_withALowerId_isDelivered() {
    world.start();
    world.emulation().faults().next(Fault.LATE_EVENT, 1);
    long late = world.write(PLANNING, "zoe_miller", "late");
    long early = world.write(PLANNING, "zoe_miller", "early");
    assertThat(late).isLessThan(early);
    world.awaitTexts(PLANNING, "early", "late");
  }

  @Test
  void doubledUpdate_isOneMessage() {
    world.start();
    world.emulation().faults().next(Fault.DOUBLED_EVENT, 1);
    world.write(PLANNING, "zoe_miller", "once");
    world.write(PLANNING, "zoe_miller", "after");
    world.awaitTexts(PLANNING, "once", "after");
  }

  @Test
  void restart_betweenUpdateAndConfirmation_doublesNothing() {
    world.start();
    world.write(PLANNING, "zoe_miller", "one");
    world.write(PLANNING, "zoe_miller", "two");
    world.awaitTexts(PLANNING, "one", "two");
    world.awaitConfirmed();
    world.backend().disconnect();
    world.emulator().updates().forgetConfirmations();
    world.restart();
    world.write(PLANNING, "zoe_miller", "three");
    world.awaitTexts(PLANNING, "one", "two", "three");
  }

  @Test
  void databaseOutage_losesNothingAndKeepsTheOrder() {
    AtomicBoolean isDown = new AtomicBoolean(true);
    world.write(PLANNING, "zoe_miller", "one");
    world.start(log -> failing(log, isDown));
    world.write(PLANNING, "zoe_miller", "two");
    world.write(PLANNING, "zoe_miller", "three");
    try (TelegramLogs logs = new TelegramLogs()) {
      eventually(
          "it is asked for again",
          () -> !logs.lines(Level.FINE, "could not be stored; it is asked for again").isEmpty());
    }
    assertThat(world.emulator().updates().size()).isEqualTo(3);
    isDown.set(false);
    world.awaitTexts(PLANNING, "one", "two", "three");
    world.awaitConfirmed();
  }

  private static LocalLog failing(LocalLog log, AtomicBoolean isDown) {
    return (LocalLog)
        Proxy.newProxyInstance(
            LocalLog.class.getClassLoader(),
            new Class<?>[] {LocalLog.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("copy") && isDown.get()) {
                throw new IllegalStateException("the database is away");
              }
              try {
                return method.invoke(log, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  @Test
  void retention_ofWhatWasConfirmed_bringsNothingBack() {
    world.start();
    world.write(PLANNING, "zoe_miller", "old");
    world.awaitTexts(PLANNING, "old");
    world.awaitConfirmed();
    world.backend().disconnect();
    world.database().clear();
    world.restart();
    world.write(PLANNING, "zoe_miller", "new");
    world.awaitTexts(PLANNING, "new");
  }

  @Test
  void chatThatNoRoomNames_isConfirmedAndDropped() {
    world.emulator().add(-1_009_000_000_001L, "supergroup", "");
    world.start();
    world.emulator().write(-1_009_000_000_001L, "zoe_miller", "elsewhere", 0);
    world.write(PLANNING, "zoe_miller", "here");
    world.awaitTexts(PLANNING, "here");
    world.awaitConfirmed();
    assertThat(world.texts(REVIEW)).isEmpty();
  }

  @Test
  void otherChat_inTheAddress_losesNoMessageWhoseNumberWasThereBefore() {
    world.start();
    world.write(PLANNING, "zoe_miller", "in the old chat");
    world.awaitTexts(PLANNING, "in the old chat");
    world.emulation().map(PLANNING, -1_004_000_000_001L, "supergroup", "");
    world.restart();
    world.write(PLANNING, "zoe_miller", "in the new chat");
    world.awaitTexts(PLANNING, "in the old chat", "in the new chat");
  }

  @Test
  void lostAnswer_isRefused_andTheMessageIsThereOnce() {
    world.start();
    world.awaitLongPoll();
    world.emulation().faults().next(Fault.CUT_AFTER, 1);
    assertThat(refused(() -> world.post(PLANNING, "lost")))
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
              assertThat(problem.message()).contains("may be in the chat");
            });
    world.post(PLANNING, "after");
    assertThat(world.emulation().room(PLANNING))
        .extracting(seen -> seen.text())
        .containsExactly("alice: lost", "alice: after");
    world.awaitTexts(PLANNING, "after");
  }

  @Test
  void missingIds_holdASendingUpAMomentOnly() {
    world.start();
    world.post(PLANNING, "one");
    world.emulator().chat(world.emulation().chat(PLANNING)).skipIds(5);
    long start = System.nanoTime();
    world.post(PLANNING, "two");
    assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
    world.awaitTexts(PLANNING, "one", "two");
  }

  @Test
  void roomThatNoChatCarries_isRefusedWithWhatToAdd() {
    world.start();
    assertThat(refused(() -> world.post(TelegramWorld.topic("nowhere"), "hi")).message())
        .contains("bots make no chats")
        .contains("room.nowhere=CHAT");
  }

  @Test
  void editedMessage_changesNothing() {
    world.start();
    long chat = world.emulation().chat(PLANNING);
    world.write(PLANNING, "zoe_miller", "first");
    world
        .emulator()
        .updates()
        .add(
            "edited_message",
            TelegramEmulator.object().put("message_id", 1).put("text", "changed"));
    world.emulator().write(chat, "zoe_miller", "second", 0);
    world.awaitTexts(PLANNING, "first", "second");
    world.awaitConfirmed();
  }
}
