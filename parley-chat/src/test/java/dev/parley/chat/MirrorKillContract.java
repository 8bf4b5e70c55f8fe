package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror over an outage of the chat system, in which the process of the server is killed. */
@Tag("chat")
public abstract class MirrorKillContract {
  private static final int OUTAGE_SECONDS = Integer.getInteger("parley.chat.outage", 6);
  private static final int EACH = 200;
  private static final Duration MAX_CATCH_UP = Duration.ofSeconds(90);

  /** The room that is mirrored. */
  protected static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  /** The system. */
  protected abstract ChatEmulation emulation() throws Exception;

  /** The address of the system for a mirror of the room planning. */
  protected abstract URI address(ChatEmulation emulation);

  /** The secrets of the account. */
  protected abstract Map<String, String> secrets(ChatEmulation emulation);

  private ChatEmulation chat;

  private List<String> there() {
    return chat.room(PLANNING).stream()
        .map(ChatEmulation.Seen::text)
        .map(text -> text.substring(text.lastIndexOf(' ') + 1))
        .toList();
  }

  @Test
  final void outageAndKill_leaveBothSidesWholeInOrderOnce(@TempDir Path data) throws Exception {
    List<String> written = new ArrayList<>();
    List<String> accepted = new ArrayList<>();
    try (ChatEmulation system = emulation()) {
      chat = system;
      long away;
      try (MirroringProcess first =
          new MirroringProcess(data, address(chat), secrets(chat), "a", EACH)) {
        first.awaitPosted(20);
        eventually("the mirror sends", () -> there().size() >= 10);
        write(written, false);
        away = System.nanoTime();
        chat.away(true);
        chat.cut();
        write(written, true);
        first.awaitPosted(80);
        first.kill();
        accepted.addAll(first.posted());
      }
      try (MirroringProcess second =
          new MirroringProcess(data, address(chat), secrets(chat), "b", EACH)) {
        second.awaitPosted(20);
        while (System.nanoTime() - away < OUTAGE_SECONDS * 1_000_000_000L) {
          Thread.sleep(50);
        }
        chat.away(false);
        long back = System.nanoTime();
        write(written, false);
        second.awaitPosted(EACH);
        accepted.addAll(second.posted());
        List<String> here = whole(second, accepted.size() + written.size());
        System.out.printf(
            Locale.ROOT,
            "figure: mirror: %d messages here and there %.1f s after an outage of %d s%n",
            here.size(),
            (System.nanoTime() - back) / 1e9,
            OUTAGE_SECONDS);
        assertThat(here).doesNotHaveDuplicates().containsAll(accepted).containsAll(written);
        assertThat(there()).containsExactlyInAnyOrderElementsOf(here);
        assertThat(ofZoe(here)).isEqualTo(ofZoe(there())).isEqualTo(written);
        assertThat(ofAlice(there())).isEqualTo(ofAlice(here));
      }
    }
  }

  /** Waits until both sides have {@code least} messages and equally many; returns the room. */
  private List<String> whole(MirroringProcess server, int least) throws Exception {
    long deadline = System.nanoTime() + MAX_CATCH_UP.toNanos();
    for (; ; ) {
      List<String> here = server.room();
      boolean areEqual = here.size() >= least && there().size() == here.size();
      if (areEqual || System.nanoTime() - deadline > 0) {
        return here;
      }
      Thread.sleep(100);
    }
  }

  /** Has a person write the next message, unless the system is a real server that is away. */
  private void write(List<String> written, boolean isAway) {
    if (isAway && !chat.makesFaults()) {
      return;
    }
    String text = "zoe" + (written.size() + 1);
    chat.write(PLANNING, "zoe", text, Optional.empty());
    written.add(text);
  }

  private static List<String> ofZoe(List<String> texts) {
    return texts.stream().filter(text -> text.startsWith("zoe")).toList();
  }

  private static List<String> ofAlice(List<String> texts) {
    return texts.stream().filter(text -> !text.startsWith("zoe")).toList();
  }
}
