package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunningFileTest {
  @Test
  void path_ofTheOneFile_isAbsolute() {
    assertThat(RunningFile.path(Optional.empty(), "target/parley.war"))
        .contains(Path.of("target/parley.war").toAbsolutePath().toString());
  }

  @Test
  void path_ofAServerFromTheUnpackedFile_isThatOfTheFile() {
    assertThat(RunningFile.path(Optional.of("target/parley.war"), "lib/server.jar"))
        .contains(Path.of("target/parley.war").toAbsolutePath().toString());
  }

  @Test
  void path_whereItWasDeployed_isNone() {
    assertThat(RunningFile.path(Optional.empty(), "")).isEmpty();
    assertThat(RunningFile.path(Optional.empty(), "bootstrap.jar")).isEmpty();
    assertThat(RunningFile.path(Optional.empty(), "a.jar" + File.pathSeparator + "parley.war"))
        .isEmpty();
  }
}
