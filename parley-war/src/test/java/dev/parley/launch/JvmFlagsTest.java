package dev.parley.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmFlagsTest {
  private static JvmFlags given(String... flags) {
    return new JvmFlags(List.of(flags), List.of());
  }

  @Test
  void noFlags_areRepeatable() {
    assertThat(given().areRepeatable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx512m",
        "-Xms64m",
        "-Xss512k",
        "-Dparley.cache=/opt/parley",
        "-Djava.io.tmpdir=/var/tmp",
        "-XX:+UseG1GC",
        "-XX:MaxRAMPercentage=50",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:ActiveProcessorCount=2",
        "-XX:TieredStopAtLevel=4"
      })
  void flagThatMeansTheSameTwice_isRepeatable(String flag) {
    assertThat(given(flag).areRepeatable()).isTrue();
    assertThat(new JvmFlags(List.of(), List.of(flag)).areRepeatable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-javaagent:opentelemetry.jar",
        "-agentlib:jdwp=transport=dt_socket,server=y,address=5005",
        "-Dcom.sun.management.jmxremote.port=9010",
        "-XX:SharedArchiveFile=own.jsa",
        "-XX:StartFlightRecording=filename=own.jfr",
        "-Xlog:gc:file=gc.log",
        "-Xint",
        "-XX:+AlwaysPreTouch",
        "-Xshare:off",
        "@flags",
        "-XX:+UseG1GCx=1"
      })
  void flagOfOneProcess_isNot(String flag) {
    assertThat(given("-Xmx512m", flag).areRepeatable()).isFalse();
    assertThat(new JvmFlags(List.of(), List.of(flag)).areRepeatable()).isFalse();
  }

  @Test
  void collector_isChosenByAFlag() {
    assertThat(given("-Xmx512m", "-XX:+UseG1GC").chooseCollector()).isTrue();
    assertThat(given("-Xmx512m", "-XX:+UseStringDeduplication").chooseCollector()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms64m", "-XX:InitialRAMPercentage=10"})
  void initialHeap_isChosenByAFlag_alsoInTheEnvironment(String flag) {
    assertThat(given("-Xmx512m", flag).chooseInitialHeap()).isTrue();
    assertThat(new JvmFlags(List.of(), List.of(flag)).chooseInitialHeap()).isTrue();
    assertThat(given("-Xmx512m", "-Xmn8m").chooseInitialHeap()).isFalse();
  }

  @Test
  void inheritedFlags_areThoseOfEveryVariableThatAJvmReads() {
    assertThat(
            JvmFlags.inherited(
                Map.of(
                    "JDK_JAVA_OPTIONS", " -Xms64m  -Xmx1g ",
                    "JAVA_TOOL_OPTIONS", "-javaagent:one.jar",
                    "_JAVA_OPTIONS", "-javaagent:two.jar",
                    "OTHER_OPTIONS", "-Xint")))
        .containsExactlyInAnyOrder("-Xms64m", "-Xmx1g", "-javaagent:one.jar", "-javaagent:two.jar");
  }

  @Test
  void compiler_isChosenByAFlag() {
    assertThat(given("-XX:TieredStopAtLevel=4").chooseCompiler()).isTrue();
    assertThat(given("-Xmx512m").chooseCompiler()).isFalse();
  }
}
