package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bridge compiles with the JDK and what reads its files, and nothing beside them: not even a
 * constant is another's.
 */
class BridgeAloneTest {
  @Test
  void sources_compileWithTheJdkAlone(@TempDir Path classes) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path annotations =
        Path.of(NullMarked.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-d",
                      classes.toString(),
                      "-sourcepath",
                      classes.toString(),
                      "-classpath",
                      annotations.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources()))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String name : List.of("bridge", "trust")) {
      try (Stream<Path> found = Files.walk(Path.of("src/main/java/dev/parley", name))) {
        found.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }
}
