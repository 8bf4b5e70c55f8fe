package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunningFileTest {
  @Test
  void path_ofTheOneFile_isAbsolute() {
    assertThat(RunningFile.path("target/parley.war"))
        .contains(Path.of("target/parley.war").toAbsolutePath().toString());
  }

  @Test
  void path_whereItWasDeployed_isNone() {
    assertThat(RunningFile.path("")).isEmpty();
    assertThat(RunningFile.path("bootstrap.jar")).isEmpty();
    assertThat(RunningFile.path("a.jar" + File.pathSeparator + "parley.war")).isEmpty();
  }
}
