package dev.parley.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bridge.ExaminedServer;
import dev.parley.bridge.JsonValue;
import dev.parley.doctor.client.Places;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class DoctorTest {
  @TempDir Path folder;

  @Test
  void json_hasTheVerdictAndEveryLink() throws Exception {
    try (FakeMachine machine = new FakeMachine(folder)) {
      machine.server.version = "8.0.0";
      FakeMachine.Run run = machine.run("--json");
      assertThat(run.exit()).isEqualTo(1);
      JsonValue json = JsonValue.parse(run.out().getBytes(StandardCharsets.UTF_8));
      assertThat(json.names()).containsExactly("ok", "broken", "links");
      assertThat(json.isFalse("ok")).isTrue();
      assertThat(json.text("broken")).contains("versions");
      List<JsonValue> links = json.at("links").orElseThrow().elements();
      assertThat(links).hasSameSizeAs(LinkOrder.all());
      assertThat(links)
          .allSatisfy(
              link ->
                  assertThat(link.names())
                      .containsExactly("name", "state", "detail", "remedy", "millis"));
      assertThat(links.get(0).text("state")).contains("ok");
      assertThat(links.get(0).number("millis")).isPresent();
    }
  }

  @Test
  void mistakeInTheWords_isRefusedInOneLine() {
    try (FakeMachine machine = new FakeMachine(folder)) {
      for (String[] words :
          List.of(
              new String[] {"--frobnicate"},
              new String[] {"--client", "emacs"},
              new String[] {"--timeout", "0"},
              new String[] {"--timeout", "121"},
              new String[] {"--agent"},
              new String[] {"--agent", "a".repeat(65)},
              new String[] {"--url", "ftp://x"})) {
        FakeMachine.Run run = machine.run(words);
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
            .startsWith("parley: ")
            .endsWith("(see doctor --help)\n")
            .hasLineCount(1);
      }
      assertThat(machine.run("--timeout", "120", "--agent", "a".repeat(64)).exit()).isZero();
    }
  }

  @Test
  void help_saysWhatItDoes() {
    try (FakeMachine machine = new FakeMachine(folder)) {
      FakeMachine.Run run = machine.run("--help");
      assertThat(run.out()).startsWith("usage: java -jar parley.war doctor");
      assertThat(run.exit()).isZero();
    }
  }

  @Test
  void machine_isTheSameAfterwards() throws Exception {
    try (FakeMachine machine = new FakeMachine(folder)) {
      Map<String, String> before = contents();
      assertThat(machine.run().exit()).isZero();
      assertThat(contents()).isEqualTo(before);
    }
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        found.put(
            path.toString(),
            Files.getLastModifiedTime(path)
                + new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
      }
    }
    return found;
  }

  @Test
  void serverThatHangs_isNamed_inBoundedTime() throws Exception {
    try (FakeMachine machine = new FakeMachine(folder);
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      machine.environment.put("PARLEY_URL", "http://127.0.0.1:" + silent.getLocalPort());
      long begun = System.nanoTime();
      FakeMachine.Run run = machine.run("--client", "claude");
      assertThat(run.verdict())
          .startsWith("Broken link: server. Something listens at ")
          .contains("and gives no answer. See if the server hangs");
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void linkThatHangs_isGivenUp_andTheNextOnesRunOrAreSkipped() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Report report =
        examined(List.of(new Hanging(never), new Behind(), new Beside()), Duration.ofSeconds(5));
    assertThat(report.verdict())
        .startsWith("Broken link: hanging. It gave no answer within ")
        .contains(" ms. See if the machine is overloaded");
    assertThat(report.entries().get(1).finding())
        .isEqualTo(Finding.skipped("It needs the link hanging."));
    assertThat(report.entries().get(2).finding().state()).isEqualTo(Finding.State.OK);
  }

  @Test
  void linksThatTakeTooLongTogether_areSkipped() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Report report = examined(List.of(new Hanging(never), new Beside()), Duration.ofMillis(50));
    assertThat(report.entries().get(1).finding())
        .isEqualTo(Finding.skipped("No time was left for it."));
  }

  @Test
  void faultOfALink_isOneLine() throws Exception {
    Link faulty =
        new Link() {
          @Override
          public String name() {
            return "faulty";
          }

          @Override
          public Finding examine(Examination examination) {
            throw new IllegalStateException("oops");
          }
        };
    assertThat(examined(List.of(faulty), Duration.ofSeconds(5)).verdict())
        .isEqualTo(
            "Broken link: faulty. java.lang.IllegalStateException: oops. This is a fault of doctor"
                + " itself; report it with this line.");
  }

  private Report examined(List<Link> links, Duration time) throws InterruptedException {
    Places places = new Places(folder, folder, folder, Map.of());
    Surroundings here =
        new Surroundings(places, Optional.empty(), "1", any -> 0, InstantSource.system());
    DoctorOptions options = DoctorOptions.of(new String[0], Optional.empty());
    ExaminedServer server = ExaminedServer.of(List.of(), Map.of("XDG_CONFIG_HOME", "/nowhere"));
    try (Examination examination = new Examination(options, here, server)) {
      return new Doctor(links, time).examine(examination);
    }
  }

  private record Hanging(CountDownLatch never) implements Link {
    @Override
    public String name() {
      return "hanging";
    }

    @Override
    public Duration limit(Examination examination) {
      return Duration.ofMillis(100);
    }

    @Override
    public Finding examine(Examination examination) throws InterruptedException {
      never.await();
      return Finding.ok("It came.");
    }
  }

  private record Behind() implements Link {
    @Override
    public String name() {
      return "behind";
    }

    @Override
    public List<Class<? extends Link>> needs() {
      return List.of(Hanging.class);
    }

    @Override
    public Finding examine(Examination examination) {
      return Finding.ok("It ran.");
    }
  }

  private record Beside() implements Link {
    @Override
    public String name() {
      return "beside";
    }

    @Override
    public Finding examine(Examination examination) {
      return Finding.ok("It ran.");
    }
  }
}
