package dev.parley.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drivers of other stores are optional: on H2 nothing of them is asked for. */
class WithoutDriversTest {

  @Test
  void writer_onAnH2File_needsNoDriverOfAnotherStore(@TempDir Path directory) throws Exception {
    String all = System.getProperty("java.class.path");
    String classPath =
        Stream.of(all.split(File.pathSeparator))
            .filter(path -> !path.matches(".*[/\\\\](postgresql|jedis|jnats)-[^/\\\\]*"))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(all.split(File.pathSeparator))
        .hasSize(classPath.split(File.pathSeparator).length + 3);
    try (TopicWriterProcess writer =
        new TopicWriterProcess(directory.toUri().toString(), "w", classPath)) {
      assertThat(writer.firstWord()).isEqualTo("ready");
      writer.begin();
      assertThat(writer.ended()).hasSize(TopicWriter.POSTS);
    }
  }
}
