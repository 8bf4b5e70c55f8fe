package dev.parley.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnDescriptorsTest {
  private static boolean areNamed(Map<String, String> environment, String... words) {
    return OwnDescriptors.areNamed(words, environment, new Properties());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/fd/63", "/dev/stdin", "/proc/self/fd/3"})
  void path_isFoundInWordsVariablesAndProperties(String path) {
    assertThat(areNamed(Map.of(), "--port", "1", "--token-file", path)).isTrue();
    assertThat(areNamed(Map.of(), "--token-file=" + path)).isTrue();
    assertThat(areNamed(Map.of("PARLEY_TOKEN_FILE", path))).isTrue();
    Properties properties = new Properties();
    properties.setProperty("parley.token-file", path);
    assertThat(OwnDescriptors.areNamed(new String[0], Map.of(), properties)).isTrue();
  }

  @Test
  void otherFilesAndOtherPrograms_areNotMeant() {
    Properties properties = new Properties();
    properties.setProperty("other.file", "/dev/stdin");
    assertThat(
            OwnDescriptors.areNamed(
                new String[] {"--token-file", "/etc/parley/token", "--bind", "0.0.0.0"},
                Map.of("INPUT", "/dev/fd/63", "PARLEY_DATA", "/dev/shm/parley"),
                properties))
        .isFalse();
  }
}
