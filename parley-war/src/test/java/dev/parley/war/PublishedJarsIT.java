package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The jars that a program depends on, as {@code jdeps} sees them. */
class PublishedJarsIT {
  private static final Path ROOT = Path.of(System.getProperty("user.dir")).getParent();
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** A class that is used and not there: the package that uses it, and how its name begins. */
  private static final Pattern MISSING =
      Pattern.compile("([a-z.]+)\\.[A-Z]\\S*\\s+-> ([a-z]+\\.[a-z]+)\\.\\S+\\s+not found");

  private static Path jar(String module) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(module).resolve("target"))) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().startsWith(module + "-"))
              .filter(
                  file ->
                      file.toString().endsWith(".jar")
                          && !file.toString().matches(".*-(tests|sources|javadoc)\\.jar"))
              .toList();
      assertThat(jars).as("run by mvn verify, after the jars were made").hasSize(1);
      return jars.get(0);
    }
  }

  /** Returns the lines that the tool prints, without blanks around them. */
  private static List<String> jdeps(String module, String classPath, String... options)
      throws IOException {
    StringWriter out = new StringWriter();
    PrintWriter printed = new PrintWriter(out);
    List<String> arguments = new ArrayList<>(List.of("--multi-release", "17"));
    arguments.addAll(List.of(options));
    if (!classPath.isEmpty()) {
      arguments.addAll(List.of("-cp", classPath));
    }
    arguments.add(jar(module).toString());
    int exit =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(printed, printed, arguments.toArray(String[]::new));
    assertThat(exit).as(out.toString()).isZero();
    return out.toString().lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parley-api", "parley-engine", "parley-chat"})
  void jar_usesNoInternalOfTheJdk(String module) throws IOException {
    assertThat(jdeps(module, "", "--jdk-internals")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "parley-api, 'java.base'",
    "parley-engine, 'java.base, java.logging, java.sql'",
    "parley-chat, 'java.base, java.net.http, java.xml'"
  })
  void jar_needsThePartsOfTheJdk(String module, String needed) throws IOException {
    Set<String> modules =
        jdeps(module, "", "-summary").stream()
            .map(line -> line.replaceFirst(".* -> ", ""))
            .filter(name -> name.startsWith("java.") || name.startsWith("jdk."))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(String.join(", ", modules)).isEqualTo(needed);
  }

  /** Drivers are optional: where one is absent, the classes that use it are not loaded. */
  @Test
  void engine_withoutOptionalDrivers_missesThemInTheirBackendsAlone() throws IOException {
    String others =
        Stream.of(CLASS_PATH.split(File.pathSeparator))
            .filter(file -> !file.matches(".*/(jedis|jnats|postgresql)-[^/]*\\.jar"))
            .collect(Collectors.joining(File.pathSeparator));
    Set<String> missing =
        jdeps("parley-engine", others, "--missing-deps").stream()
            .map(MISSING::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1) + " -> " + found.group(2))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(missing)
        .containsExactly(
            "dev.parley.engine.backend.nats -> io.nats",
            "dev.parley.engine.backend.redis -> redis.clients",
            "dev.parley.engine.persistence -> org.postgresql");
  }
}
