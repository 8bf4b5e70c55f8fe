package dev.parley.war.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Killed at any instant and started again on the same data. */
class RestartIT {
  private static final int ROUNDS = 3;

  @Test
  void kill9_andStart_repeatsNoSeq_listsTheRooms_freesTheNicknames(@TempDir Path data) {
    Set<Long> used = new HashSet<>();
    long highest = 0;
    String before = "never";
    for (int round = 0; round < ROUNDS; round++) {
      try (RunningServer server =
              RunningServer.launch().data(data).with("--rate-limit", "off").start();
          RawMcp alice = server.client();
          RawMcp bob = server.client()) {
        RawMcp forgotten = RawMcp.at(server.mcp()).header("Mcp-Session-Id", before);
        assertThat(forgotten.call("ping", null).status()).isEqualTo(404);
        before = alice.session();
        if (round > 0) {
          assertThat(alice.tool("list_rooms").fields().get("available").toString())
              .isEqualTo("[{\"room\":\"planning\",\"membersCount\":0}]");
        }
        assertThat(alice.tool("join_room", "room", "planning", "nickname", "alice").text())
            .isEqualTo("{\"room\":\"planning\",\"nickname\":\"alice\",\"membersCount\":1}");
        bob.tool("join_room", "room", "planning", "nickname", "bob").accepted();
        for (int i = 0; i < 150; i++) {
          RawMcp sender = i % 2 == 0 ? alice : bob;
          long seq =
              sender
                  .tool("send_message", "room", "planning", "body", "x")
                  .accepted()
                  .fields()
                  .get("seq")
                  .asLong();
          assertThat(used.add(seq)).as("seq %s used twice", seq).isTrue();
          assertThat(seq).isGreaterThan(highest);
          highest = seq;
        }
        assertThat(server.kill9().exitCode()).isEqualTo(137);
        System.out.println("round " + round + ": 150 sent, last seq " + highest + ", killed");
      }
    }
    assertThat(used).hasSize(150 * ROUNDS);
  }
}
