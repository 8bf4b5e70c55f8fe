package dev.parley.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package as {@code dpkg-deb} reads and unpacks it. */
@Tag("deb")
class DebPackageIT {
  private static final Path DPKG_DEB = Path.of("/usr/bin/dpkg-deb");
  private static final String DEB = System.getProperty("parley.deb", "");

  @TempDir Path folder;

  @BeforeEach
  void needsDpkg() {
    assumeTrue(Files.isExecutable(DPKG_DEB), "dpkg-deb is not installed");
  }

  private static String output(String... words) throws Exception {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  @Test
  void control_saysWhatItNeeds() throws Exception {
    assertThat(output(DPKG_DEB.toString(), "--field", DEB))
        .contains("Package: parley\n", "Architecture: all\n", "default-jre-headless (>= 2:1.17)")
        .containsPattern("Version: \\d+\\.\\d+\\.\\d+")
        .doesNotContain("[[");
  }

  @Test
  void content_isRootsAndLiesWhereItBelongs() throws Exception {
    List<String> paths = new ArrayList<>();
    for (String line : output(DPKG_DEB.toString(), "--contents", DEB).lines().toList()) {
      List<String> fields = List.of(line.strip().split("\\s+", 6));
      assertThat(fields.get(1)).as(line).isEqualTo("root/root");
      if (line.startsWith("-")) {
        paths.add(fields.get(0) + " " + fields.get(5));
      }
    }
    assertThat(paths)
        .containsExactlyInAnyOrder(
            "-rw-r--r-- ./usr/share/parley/parley.war",
            "-rwxr-xr-x ./usr/bin/parley",
            "-rw-r--r-- ./lib/systemd/system/parley.service",
            "-rw-r--r-- ./etc/parley/parley.properties",
            "-rw-r--r-- ./usr/share/doc/parley/copyright");
  }

  @Test
  void scripts_areReadByTheShell_andSettingsAreKept() throws Exception {
    output(DPKG_DEB.toString(), "--control", DEB, folder.toString());
    for (String script : List.of("postinst", "prerm", "postrm")) {
      Path file = folder.resolve(script);
      output("sh", "-n", file.toString());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rwxr-xr-x");
    }
    assertThat(folder.resolve("conffiles")).hasContent("/etc/parley/parley.properties");
  }

  @Test
  void war_isTheOneThatWasBuilt() throws Exception {
    output(DPKG_DEB.toString(), "--extract", DEB, folder.toString());
    Path war = folder.resolve("usr/share/parley/parley.war");
    assertThat(Files.mismatch(war, Path.of(System.getProperty("parley.war")))).isEqualTo(-1);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertThat(output(java, "-jar", war.toString(), "--version")).startsWith("parley ");
  }
}
