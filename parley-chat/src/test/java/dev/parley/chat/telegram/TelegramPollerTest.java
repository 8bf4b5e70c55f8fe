package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static dev.parley.chat.telegram.TelegramWorld.PLANNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.Faults.Fault;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Level;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The polls: conflicts, revoked tokens, interruptions, and what the log says of them. */
@Tag("chat")
final class TelegramPollerTest {
  private final TelegramWorld world = new TelegramWorld();
  private final TelegramLogs logs = new TelegramLogs();

  @AfterEach
  void close() {
    world.close();
    logs.close();
  }

  @Test
  void otherProgramThatPolls_isLoggedOnceAndWaitedFor() {
    world.start();
    world.emulation().faults().share(Fault.EXPIRED, 1);
    world.emulation().cut();
    eventually(
        "it is tried again", () -> logs.lines(Level.FINE, "Another program polls").size() > 2);
    assertThat(world.backend().isReachable()).isFalse();
    assertThat(logs.lines(Level.WARNING, "Another program polls"))
        .singleElement()
        .asString()
        .contains(TelegramEmulator.BOT)
        .contains("give each a bot of its own");
    world.write(PLANNING, "zoe_miller", "meanwhile");
    world.emulation().faults().clear();
    world.awaitTexts(PLANNING, "meanwhile");
    assertThat(world.backend().isReachable()).isTrue();
  }

  @Test
  void webhookThatIsSetLater_isLoggedAndLeftAlone() {
    world.start();
    world.emulator().webhook("https://example.org/secret");
    world.emulation().cut();
    eventually("it is logged", () -> !logs.lines(Level.WARNING, "A webhook receives").isEmpty());
    world.write(PLANNING, "zoe_miller", "meanwhile");
    world.emulator().webhook("");
    world.awaitTexts(PLANNING, "meanwhile");
    assertThat(logs.lines()).noneMatch(line -> line.contains("secret"));
  }

  @Test
  void revokedToken_endsThePolls() {
    world.start();
    assertThat(world.backend().isReachable()).isTrue();
    world.emulator().revokeToken(true);
    world.emulation().cut();
    eventually("it is not reachable", () -> !world.backend().isReachable());
    eventually("no poll runs", () -> world.emulator().updates().longPolls() == 0);
    eventually("it is logged", () -> !logs.lines(Level.SEVERE, "BotFather").isEmpty());
    assertThat(logs.lines(Level.SEVERE, "BotFather"))
        .singleElement()
        .asString()
        .contains(TelegramBackendProvider.TOKEN);
  }

  @Test
  void outage_isLoggedOnceAndOver() {
    world.start();
    world.emulation().away(true);
    world.emulation().cut();
    eventually("it is not reachable", () -> !world.backend().isReachable());
    eventually(
        "it is tried again", () -> logs.lines(Level.FINE, "does not answer the polls").size() > 2);
    world.emulation().away(false);
    eventually("it is reachable", () -> world.backend().isReachable());
    assertThat(logs.lines(Level.WARNING, "does not answer the polls")).hasSize(1);
    world.write(PLANNING, "zoe_miller", "after");
    world.awaitTexts(PLANNING, "after");
  }

  @Test
  void limitedPolls_waitAsLongAsTelegramSays() {
    world.start();
    world.emulation().faults().next(Fault.LIMIT, 1);
    world.emulation().cut();
    world.write(PLANNING, "zoe_miller", "meanwhile");
    world.awaitTexts(PLANNING, "meanwhile");
    assertThat(world.emulation().faults().made()).containsEntry(Fault.LIMIT, 1);
  }

  @Test
  void disconnect_endsTheThreadAtOnce() {
    world.start();
    eventually("a poll waits", () -> world.emulator().updates().longPolls() == 1);
    long start = System.nanoTime();
    world.backend().disconnect();
    assertThat(System.nanoTime() - start).isLessThan(3_000_000_000L);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("parley-telegram-poll") && thread.isAlive());
  }

  @Test
  void token_isInNoLogAndNoException() {
    world.start();
    StringWriter thrown = new StringWriter();
    for (Fault fault :
        new Fault[] {
          Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.TRUNCATED, Fault.SERVER_ERROR, Fault.LIMIT
        }) {
      world.emulation().faults().next(fault, 2);
      world.emulation().cut();
      Throwable failed = Assertions.catchThrowable(() -> world.post(PLANNING, "hi"));
      if (failed != null) {
        failed.printStackTrace(new PrintWriter(thrown, true));
      }
    }
    world.emulation().away(true);
    Throwable failed =
        Assertions.catchThrowable(
            () -> world.emulation().system().connect(new TelegramSilentListener()));
    assertThat(failed).isNotNull();
    failed.printStackTrace(new PrintWriter(thrown, true));
    String secret = TelegramEmulator.TOKEN.substring(TelegramEmulator.TOKEN.indexOf(':') + 1);
    assertThat(thrown.toString()).doesNotContain(secret);
    assertThat(logs.lines()).isNotEmpty().noneMatch(line -> line.contains(secret));
  }
}
