package dev.parley.deploy;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The image as a container engine would unpack it. There is none here, so it is run by {@code
 * chroot}, as its user.
 */
@Tag("image")
class ImageIT {
  private static final Path CHROOT = Path.of("/usr/sbin/chroot");
  private static final Duration MAX_START = Duration.ofMinutes(1);
  private static final Pattern AT = Pattern.compile("Parley is at +(\\S+)");

  /** Jib's entries have a header that GNU tar does not know and would mention each time. */
  private static final String NO_NOTES = "--warning=no-unknown-keyword";

  private static final String USER = "10001:10001";

  @TempDir Path folder;
  private JsonNode config;
  private final List<String> layers = new ArrayList<>();

  @BeforeEach
  void unpack() throws Exception {
    run("tar", "-xf", System.getProperty("parley.image"), "-C", folder.toString());
    JsonNode manifest =
        new JsonMapper().readTree(Files.readString(folder.resolve("manifest.json"))).get(0);
    config =
        new JsonMapper()
            .readTree(Files.readString(folder.resolve(manifest.get("Config").asString())));
    manifest.get("Layers").forEach(layer -> layers.add(layer.asString()));
  }

  private static String run(String... words) throws Exception {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  @Test
  void config_namesUserCommandAndVolumes() {
    JsonNode container = config.get("config");
    assertThat(container.get("User").asString()).isEqualTo(USER);
    assertThat(texts(container.get("Entrypoint")))
        .containsExactly("java", "-jar", "/opt/parley/parley.war");
    assertThat(texts(container.get("Cmd")))
        .containsExactly("serve", "--bind=0.0.0.0", "--data=/var/lib/parley/data");
    assertThat(container.get("ExposedPorts").propertyNames()).containsExactly("7539/tcp");
    assertThat(container.get("Volumes").propertyNames())
        .containsExactlyInAnyOrder("/var/lib/parley", "/var/cache/parley");
    assertThat(texts(container.get("Env"))).contains("XDG_CACHE_HOME=/var/cache/parley");
  }

  /** The first layer is the base; what follows is the file and two empty folders. */
  @Test
  void layers_haveTheFileAlone() throws Exception {
    List<String> files = new ArrayList<>();
    for (String layer : layers.subList(1, layers.size())) {
      for (String line :
          run("tar", NO_NOTES, "-tvf", folder.resolve(layer).toString()).lines().toList()) {
        files.add(line.replaceAll("^(\\S+)\\s+(\\S+) .* (\\S+)$", "$1 $2 $3"));
      }
    }
    assertThat(files)
        .contains(
            "-rw-r--r-- 0/0 opt/parley/parley.war",
            "drwxrwxrwx 0/0 var/lib/parley/",
            "drwxrwxrwx 0/0 var/cache/parley/")
        .noneMatch(line -> line.endsWith(".jar") || line.endsWith(".class"));
  }

  @Test
  void server_runsAsItsUser_andWritesItsVolumesAlone() throws Exception {
    assumeTrue(Files.isExecutable(CHROOT) && run("id", "-u").strip().equals("0"), "needs root");
    Path root = Files.createDirectory(folder.resolve("root"));
    for (String layer : layers) {
      run(
          "tar",
          NO_NOTES,
          "-xf",
          folder.resolve(layer).toString(),
          "-C",
          root.toString(),
          "--same-owner");
    }
    Files.setLastModifiedTime(root, FileTime.fromMillis(0));
    Path mark = Files.createFile(folder.resolve("mark"));
    List<String> command =
        new ArrayList<>(List.of(CHROOT.toString(), "--userspec=" + USER, root.toString()));
    command.addAll(texts(config.get("config").get("Entrypoint")));
    command.addAll(List.of("serve", "--port=0", "--data=/var/lib/parley/data"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().clear();
    texts(config.get("config").get("Env"))
        .forEach(
            variable -> {
              String[] parts = variable.split("=", 2);
              builder.environment().put(parts[0], parts[1]);
            });
    // A loader without /proc does not find the folder of the program.
    builder.environment().put("LD_LIBRARY_PATH", "/opt/java/lib");
    Process server = builder.start();
    try {
      eventually("it listens", MAX_START, () -> !server.isAlive() || AT.matcher(log()).find());
      assertThat(log()).doesNotContain("WARNING");
      Matcher at = AT.matcher(log());
      assertThat(at.find()).as(log()).isTrue();
      HttpRequest health = HttpRequest.newBuilder(URI.create(at.group(1) + "/health")).build();
      assertThat(HttpClient.newHttpClient().send(health, BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    } finally {
      server.destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(written(root, mark))
        .isNotEmpty()
        .allMatch(path -> path.matches("(var/(lib|cache)/parley|tmp)(/.*)?"))
        .anyMatch(path -> path.startsWith("var/lib/parley/"));
  }

  private static List<String> written(Path root, Path mark) throws IOException {
    FileTime begun = Files.getLastModifiedTime(mark);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(
              path -> {
                try {
                  return !Files.isSymbolicLink(path)
                      && Files.getLastModifiedTime(path).compareTo(begun) > 0;
                } catch (IOException gone) {
                  return false;
                }
              })
          .map(path -> root.relativize(path).toString())
          .toList();
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
