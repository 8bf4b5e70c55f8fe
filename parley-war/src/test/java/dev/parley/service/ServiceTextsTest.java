package dev.parley.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The texts of unit and property list, as the programs read them that they are for. */
class ServiceTextsTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path ANALYZER = Path.of("/usr/bin/systemd-analyze");

  @TempDir Path folder;

  /** Names what systemd would ignore, too: an unknown key is a line of its output. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void systemd_hasNothingToSayOfTheUnit(boolean system) throws Exception {
    Path war = folder.resolve("a $HOME 100% \"quoted\".war");
    assertThat(analyzed(SystemdUnit.text(JAVA, war, system), system, "verify")).isEmpty();
  }

  @Test
  void systemd_findsAMistake() throws Exception {
    String unit = SystemdUnit.text(JAVA, folder.resolve("parley.war"), true);
    assertThat(analyzed(unit.replace("UMask=0077", "UMask=0999\nUmaks=0"), true, "verify"))
        .contains("Umaks", "0999");
  }

  /** The exposure is 0.0 to 10.0; a unit without any of this has 9.6. */
  @Test
  void unitOfTheMachine_isHardened() throws Exception {
    String unit = SystemdUnit.text(JAVA, folder.resolve("parley.war"), true);
    assertThat(analyzed(unit, true, "security", "--offline=yes", "--threshold=15", "--no-pager"))
        .contains("Overall exposure level for parley.service:");
  }

  private String analyzed(String unit, boolean system, String... words) throws Exception {
    assumeTrue(Files.isExecutable(ANALYZER), "systemd-analyze is not installed");
    Path file = Files.writeString(folder.resolve("parley.service"), unit);
    List<String> command = new ArrayList<>(List.of(ANALYZER.toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("--man=no", system ? "--system" : "--user", file.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    if (words[0].equals("security")) {
      assertThat(process.exitValue()).as(output).isZero();
    }
    return output;
  }

  @Test
  void execStart_isEscaped() {
    assertThat(SystemdUnit.text(Path.of("/j/java"), Path.of("/a b/$x%i\"\\.war"), false))
        .contains("ExecStart=\"/j/java\" -jar \"/a b/$$x%%i\\\"\\\\.war\" serve\n");
  }

  @Test
  void unitOfTheDebianPackage_isTheSame_butForItsFirstLine() throws Exception {
    String packaged = Files.readString(Path.of("src/deb/files/parley.service"));
    String written =
        SystemdUnit.text(Path.of("/usr/bin/java"), Path.of("/usr/share/parley/parley.war"), true);
    assertThat(packaged.substring(packaged.indexOf('\n')))
        .isEqualTo(written.substring(written.indexOf('\n')));
  }

  @Test
  void plist_isXml_withEachWordAsItIs() throws Exception {
    String text =
        LaunchdPlist.text(
            Path.of("/j/java"),
            Path.of("/a & b/<p>.war"),
            Path.of("/home/Library/Logs/parley.log"));
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Document plist =
        factory.newDocumentBuilder().parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
    Node dict = plist.getDocumentElement().getElementsByTagName("dict").item(0);
    List<String> names = new ArrayList<>();
    NodeList children = dict.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i).getNodeType() == Node.ELEMENT_NODE) {
        names.add(children.item(i).getNodeName());
      }
    }
    // keys and values take turns
    assertThat(names).hasSizeGreaterThan(10);
    for (int i = 0; i < names.size(); i++) {
      assertThat(names.get(i).equals("key")).as(names + " at " + i).isEqualTo(i % 2 == 0);
    }
    NodeList words = plist.getElementsByTagName("array").item(0).getChildNodes();
    List<String> program = new ArrayList<>();
    for (int i = 0; i < words.getLength(); i++) {
      program.add(words.item(i).getTextContent().strip());
    }
    program.removeIf(String::isEmpty);
    assertThat(program)
        .containsExactly(
            "/j/java",
            "-Dparley.log=/home/Library/Logs/parley.log",
            "-jar",
            "/a & b/<p>.war",
            "serve");
  }

  @Test
  void controlCharacters_areRefused() {
    Path war = Path.of("/a\nExecStartPre=/bin/true\n.war");
    assertThatThrownBy(() -> SystemdUnit.text(JAVA, war, false)).isInstanceOf(ServiceRefused.class);
    assertThatThrownBy(() -> LaunchdPlist.text(JAVA, war, Path.of("/l")))
        .isInstanceOf(ServiceRefused.class);
  }
}
