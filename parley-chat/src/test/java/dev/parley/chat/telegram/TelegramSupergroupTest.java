package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static dev.parley.chat.telegram.TelegramWorld.ALICE;
import static dev.parley.chat.telegram.TelegramWorld.PLANNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups that become supergroups, and so have another id. */
@Tag("chat")
final class TelegramSupergroupTest {
  private static final long GROUP = -4_001_234L;
  private static final long SUPERGROUP = -1_005_000_000_001L;
  private static final String WORDS = "The group " + GROUP + " is the supergroup " + SUPERGROUP;

  private final TelegramWorld world = new TelegramWorld(List.of());
  private final TelegramLogs logs = new TelegramLogs();

  @BeforeEach
  void map() {
    world.emulation().map(PLANNING, GROUP, "group", "");
  }

  @AfterEach
  void close() {
    world.close();
    logs.close();
  }

  @Test
  void sending_goesToTheSupergroup_andItsMessagesCountForTheRoom() {
    world.start();
    world.post(PLANNING, "in the group");
    world.emulator().migrate(GROUP, SUPERGROUP, false);
    world.post(PLANNING, "in the supergroup");
    world.post(PLANNING, "there again");
    world.emulator().write(SUPERGROUP, "zoe_miller", "I am there too", 0);
    world.awaitTexts(
        PLANNING, "in the group", "in the supergroup", "there again", "I am there too");
    assertThat(world.emulator().messages(SUPERGROUP)).hasSize(3);
    assertThat(logs.lines(Level.WARNING, WORDS))
        .singleElement()
        .asString()
        .contains("Put room.planning=" + SUPERGROUP);
  }

  @Test
  void updates_thatSayIt_areEnough() {
    world.start();
    world.emulator().migrate(GROUP, SUPERGROUP, true);
    world.emulator().write(SUPERGROUP, "zoe_miller", "hello", 0);
    world.awaitTexts(PLANNING, "hello");
    world.post(PLANNING, "hi");
    assertThat(world.emulator().messages(SUPERGROUP)).hasSize(2);
    assertThat(logs.lines(Level.WARNING, WORDS)).hasSize(1);
  }

  @Test
  void start_withTheOldId_findsTheSupergroup() {
    world.emulator().migrate(GROUP, SUPERGROUP, false);
    world.start();
    world.emulator().write(SUPERGROUP, "zoe_miller", "hello", 0);
    world.awaitTexts(PLANNING, "hello");
    assertThat(logs.lines(Level.WARNING, WORDS)).hasSize(1);
  }

  @Test
  void start_withTheNewId_losesAndDoublesNothing() {
    world.start();
    world.emulator().write(GROUP, "zoe_miller", "one", 0);
    world.awaitTexts(PLANNING, "one");
    world.emulator().migrate(GROUP, SUPERGROUP, true);
    world.emulator().write(SUPERGROUP, "zoe_miller", "two", 0);
    world.awaitTexts(PLANNING, "one", "two");
    world.awaitConfirmed();
    world.backend().disconnect();
    world.emulator().updates().forgetConfirmations();
    world.emulation().map(PLANNING, SUPERGROUP, "supergroup", "");
    world.restart();
    world.emulator().write(SUPERGROUP, "zoe_miller", "three", 0);
    eventually("the third came", () -> world.texts(PLANNING).contains("three"));
    world.awaitTexts(PLANNING, "one", "two", "three");
  }

  @Test
  void reply_toAMessageOfTheOldGroup_answersNoOtherMessage() {
    world.start();
    world.emulator().write(GROUP, "zoe_miller", "question", 0);
    world.awaitTexts(PLANNING, "question");
    Message question = world.messages(PLANNING).get(0);
    world.emulator().migrate(GROUP, SUPERGROUP, false);
    world.emulator().write(SUPERGROUP, "zoe_miller", "another first message", 0);
    world
        .backend()
        .post(new MessageDraft(PLANNING, ALICE, Body.of("answer"), Optional.of(question.id())));
    assertThat(world.emulator().messages(SUPERGROUP).get(1).has("reply_to_message")).isFalse();
  }
}
