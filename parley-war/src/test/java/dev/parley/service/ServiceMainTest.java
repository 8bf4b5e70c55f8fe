package dev.parley.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceMainTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir Path folder;

  private final List<String> commands = new ArrayList<>();
  private final Map<String, SystemProgram.Ended> answers = new HashMap<>();
  private String printed = "";
  private String said = "";
  private Path war;

  @BeforeEach
  void makeWar() throws IOException {
    war = Files.writeString(folder.resolve("parley.war"), "");
  }

  private ServiceHost host(String system) {
    return new ServiceHost(
        system, folder.resolve("home"), folder.resolve("home/.config"), JAVA, war);
  }

  private int run(ServiceHost host, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        ServiceMain.run(
            args,
            host,
            command -> {
              String line = String.join(" ", command);
              commands.add(line);
              return answers.getOrDefault(line, new SystemProgram.Ended(0, ""));
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    printed = out.toString(UTF_8);
    said = err.toString(UTF_8);
    return code;
  }

  private int run(String... args) {
    return run(host("Linux"), args);
  }

  private Path unit() {
    return folder.resolve("home/.config/systemd/user/parley.service");
  }

  private Path plist() {
    return folder.resolve("home/Library/LaunchAgents/dev.parley.server.plist");
  }

  @Test
  void install_ofAUser_writesTheUnitAndStartsIt() throws IOException {
    assertThat(run("install")).as(said).isZero();
    assertThat(unit())
        .content()
        .contains("ExecStart=\"" + JAVA + "\" -jar \"" + war + "\" serve")
        .contains("WantedBy=default.target")
        .doesNotContain("DynamicUser");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unit())))
        .isEqualTo("rw-r--r--");
    assertThat(commands)
        .containsExactly(
            "systemctl --user daemon-reload",
            "systemctl --user enable parley.service",
            "systemctl --user restart parley.service");
    try (Stream<Path> files = Files.list(unit().getParent())) {
      assertThat(files).containsExactly(unit());
    }
  }

  @Test
  void install_withoutAStart_enablesAlone() {
    assertThat(run("install", "--no-start")).isZero();
    assertThat(commands)
        .containsExactly(
            "systemctl --user daemon-reload", "systemctl --user enable parley.service");
  }

  @Test
  void install_again_writesAnewWhatItWroteBefore() throws IOException {
    run("install");
    Files.writeString(unit(), Files.readString(unit()).replace("/parley.war", "/earlier.war"));
    assertThat(run("install")).isZero();
    assertThat(unit()).content().contains("/parley.war").doesNotContain("/earlier.war");
  }

  @ParameterizedTest
  @ValueSource(strings = {"install", "uninstall"})
  void fileOfAnother_stays(String action) throws IOException {
    Files.createDirectories(unit().getParent());
    Files.writeString(unit(), "[Service]\nExecStart=/bin/true\n");
    assertThat(run(action)).isEqualTo(1);
    assertThat(said).contains("was not written by this program");
    assertThat(unit()).hasContent("[Service]\nExecStart=/bin/true\n");
    assertThat(commands).isEmpty();
  }

  @Test
  void install_belowARoot_runsNothing() {
    Path root = folder.resolve("root");
    assertThat(run("install", "--system", "--root", root.toString())).as(said).isZero();
    assertThat(root.resolve("etc/systemd/system/parley.service"))
        .content()
        .contains("DynamicUser=yes", "WantedBy=multi-user.target");
    assertThat(commands).isEmpty();
    assertThat(run("status", "--system", "--json", "--root=" + root)).isEqualTo(1);
    assertThat(printed).contains("\"installed\":true", "\"file\":\"current\"");
    assertThat(run("uninstall", "--system", "--root", root.toString())).isZero();
    assertThat(root.resolve("etc/systemd/system/parley.service")).doesNotExist();
    assertThat(commands).isEmpty();
  }

  /** The temporary folder of a test is hidden from it, as are homes. */
  @Test
  void install_ofTheMachine_refusesAFileThatItCannotSee() {
    ServiceHost hidden =
        new ServiceHost("Linux", folder, folder, JAVA, Path.of("/root/parley.war"));
    assertThat(run(host("Linux"), "install", "--system")).isEqualTo(1);
    assertThat(said).contains("cannot see").contains("/opt/parley");
    assertThat(run(hidden, "install", "--system")).isEqualTo(1);
    assertThat(commands).isEmpty();
  }

  @Test
  void install_ofAFileThatIsNotThere_isRefused() throws IOException {
    Files.delete(war);
    assertThat(run("install")).isEqualTo(1);
    assertThat(said).contains("there is no file " + war);
    assertThat(unit()).doesNotExist();
  }

  @Test
  void failureOfSystemctl_isReportedWithItsOutput() {
    answers.put(
        "systemctl --user daemon-reload",
        new SystemProgram.Ended(1, "Failed to connect to bus: No medium found"));
    assertThat(run("install")).isEqualTo(1);
    assertThat(said).contains("`systemctl --user daemon-reload` failed (1)", "No medium found");
  }

  @Test
  void uninstall_endsItAndDeletesItsFileAlone() throws IOException {
    run("install");
    commands.clear();
    Path other = Files.writeString(unit().resolveSibling("other.service"), "");
    assertThat(run("uninstall")).isZero();
    assertThat(unit()).doesNotExist();
    assertThat(other).exists();
    assertThat(commands)
        .containsExactly(
            "systemctl --user disable --now parley.service", "systemctl --user daemon-reload");
    assertThat(run("uninstall")).isZero();
    assertThat(printed).contains("Not installed");
  }

  @Test
  void uninstall_thatCannotEndIt_leavesTheFile() {
    run("install");
    answers.put("systemctl --user disable --now parley.service", new SystemProgram.Ended(1, "no"));
    assertThat(run("uninstall")).isEqualTo(1);
    assertThat(unit()).exists();
  }

  @ParameterizedTest
  @CsvSource({"active,enabled,0", "activating,enabled,1", "failed,disabled,1"})
  void status_isOfSystemd(String active, String enabled, int code) {
    run("install");
    answers.put(
        "systemctl --user show parley.service --no-pager --property=ActiveState,UnitFileState",
        new SystemProgram.Ended(0, "UnitFileState=" + enabled + "\nActiveState=" + active));
    assertThat(run("status", "--json")).isEqualTo(code);
    assertThat(printed)
        .isEqualTo(
            "{\"installed\":true,\"path\":\""
                + unit()
                + "\",\"file\":\"current\",\"active\":\""
                + active
                + "\",\"enabled\":\""
                + enabled
                + "\"}\n");
    assertThat(run("status")).isEqualTo(code);
    assertThat(printed).contains("active: " + active + "\nenabled: " + enabled);
  }

  @Test
  void status_ofAnAbsentOne_saysSo() {
    assertThat(run("status")).isEqualTo(1);
    assertThat(printed).isEqualTo("not installed: there is no " + unit() + "\n");
  }

  @Test
  void mac_getsAnAgentOfLaunchd() throws IOException {
    answers.put("id -u", new SystemProgram.Ended(0, "501"));
    answers.put(
        "launchctl print gui/501/dev.parley.server", new SystemProgram.Ended(113, "not found"));
    ServiceHost mac = host("Mac OS X");
    assertThat(run(mac, "install")).as(said).isZero();
    assertThat(plist())
        .content()
        .contains("<string>" + war + "</string>", "-Dparley.log=" + folder.resolve("home/Library"));
    assertThat(commands).last().isEqualTo("launchctl bootstrap gui/501 " + plist());
    answers.put(
        "launchctl print gui/501/dev.parley.server",
        new SystemProgram.Ended(0, "x = {\n\tstate = running\n\tpid = 7\n}"));
    assertThat(run(mac, "status", "--json")).isZero();
    assertThat(printed).contains("\"active\":\"running\",\"enabled\":\"enabled\"");
    assertThat(run(mac, "uninstall")).isZero();
    assertThat(commands).last().isEqualTo("launchctl bootout gui/501/dev.parley.server");
    assertThat(plist()).doesNotExist();
  }

  @Test
  void otherSystems_areRefused() {
    assertThat(run(host("Windows 11"), "install")).isEqualTo(1);
    assertThat(said).contains("none of Windows 11");
    assertThat(run(host("Mac OS X"), "install", "--system")).isEqualTo(1);
    assertThat(said).contains("leave out --system");
    assertThat(run(host("Windows 11"), "install", "--init", "systemd", "--print")).isZero();
  }

  @Test
  void print_writesNothing() {
    assertThat(run("install", "--print")).isZero();
    assertThat(printed).startsWith("# Written by java -jar parley.war service install.\n");
    assertThat(unit()).doesNotExist();
    assertThat(commands).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | service needs install, uninstall or status",
        "instal | not instal",
        "install status | takes one of",
        "install --jsn | there is no option --jsn",
        "install --json | --json goes with status alone",
        "status --print | --print goes with install alone",
        "uninstall --no-start | --no-start goes with install alone",
        "install --root | --root needs a value",
        "install --root= | --root needs a value",
        "install --init upstart | must be systemd or launchd, not upstart"
      })
  void mistakes_areRefused(String line, String sentence) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" ", -1))).isEqualTo(2);
    assertThat(said).contains(sentence).endsWith(" (see service --help)\n");
    assertThat(commands).isEmpty();
  }

  @Test
  void help_isPrinted() {
    assertThat(run("install", "--help")).isZero();
    assertThat(printed).isEqualTo(ServiceMain.HELP);
    assertThat(unit()).doesNotExist();
  }
}
