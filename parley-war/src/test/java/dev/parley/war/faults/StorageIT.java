package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The file of a real server when its disk is full; its orderly end is in {@link StartAndStopIT}.
 */
class StorageIT {
  private static final String LONG = "y".repeat(8_000);

  @Test
  void fullDisk_isSaidAndEndsByItself() throws Exception {
    Path disk = Files.createTempDirectory("parley-small-disk-");
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()),
        "a small disk cannot be mounted here");
    try (RunningServer server =
            RunningServer.launch()
                .data(disk.resolve("data"))
                .with("--rate-limit", "off", "--topics", "plan")
                .start();
        RawMcp client = server.client()) {
      List<String> kept = new ArrayList<>();
      ToolAnswer refused = post(client, "p0");
      for (int i = 0; !refused.refused() && i < 2_000; i++) {
        kept.add("p" + i);
        refused = post(client, "p" + (i + 1));
      }
      assertThat(refused.code()).isEqualTo("storage_full");
      assertThat(refused.get("reason")).isEqualTo("disk_full");
      assertThat(server.http("/health").status()).isEqualTo(503);
      assertThat(server.health().get("reason").asString()).isEqualTo("disk_full");
      assertThat(read(client)).as("reading goes on").contains(kept.get(kept.size() - 1));
      fill(disk);
      assertThat(client.tool("append_memory", "agent_id", "ana", "content", LONG).code())
          .isEqualTo("storage_full");
      assertThat(run("mount", "-o", "remount,size=30m", disk.toString())).isTrue();
      eventually("it is up", () -> server.http("/health").status() == 200);
      post(client, "after").accepted();
      client.tool("append_memory", "agent_id", "ana", "content", LONG).accepted();
      assertThat(read(client)).contains("after", kept.get(kept.size() - 1));
      assertThat(namesIn(disk.resolve("data"))).noneMatch(name -> name.endsWith("trace.db"));
      assertThat(server.printed()).noneMatch(line -> line.startsWith("\tat "));
    } finally {
      assertThat(run("umount", disk.toString())).isTrue();
      Files.delete(disk);
    }
  }

  /** The file of the database left some room; memory is in files of its own. */
  private static void fill(Path disk) {
    assertThatThrownBy(() -> Files.write(disk.resolve("filler"), new byte[4 << 20]))
        .isInstanceOf(IOException.class);
  }

  private static ToolAnswer post(RawMcp client, String name) {
    return client.tool("parley_post", "topic", "plan", "content", name + " " + LONG);
  }

  private static String read(RawMcp client) {
    return client.tool("parley_fetch_recent", "topic", "plan", "limit", 2).accepted().toString();
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
