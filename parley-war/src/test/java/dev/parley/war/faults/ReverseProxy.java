package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.testing.TestCertificates;
import dev.parley.war.testing.TestCertificates.Pair;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A reverse proxy with the settings that the site shows, on a free port of loopback, in front of a
 * server. Where the machine has no such program the test is skipped. For nginx it fails where
 * {@code PARLEY_REQUIRE_PROXIES} is set.
 */
final class ReverseProxy implements AutoCloseable {
  private static final String REQUIRED = "PARLEY_REQUIRE_PROXIES";
  private static final Path SETTINGS = Path.of("..", "site", "modules", "ROOT", "partials");
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");

  /** The programs. */
  enum Kind {
    NGINX("nginx.conf"),
    CADDY("Caddyfile"),
    HAPROXY("haproxy.cfg");

    private final String settings;

    Kind(String settings) {
      this.settings = settings;
    }

    /** The program; skips the test that asks where it is absent. */
    Path require() {
      String name = name().toLowerCase(Locale.ROOT);
      Optional<Path> found =
          FOLDERS.stream()
              .map(folder -> Path.of(folder, name))
              .filter(Files::isExecutable)
              .findFirst();
      if (found.isEmpty() && this == NGINX && System.getenv(REQUIRED) != null) {
        throw new AssertionError(name + " is not there, and " + REQUIRED + " is set");
      }
      if (found.isEmpty()) {
        System.out.println("proxies: skipped " + name + ", it is not on this machine");
      }
      Assumptions.assumeTrue(found.isPresent(), name + " is not on this machine");
      return found.orElseThrow();
    }
  }

  private final Kind kind;
  private final Path program;
  private final int port;
  private final Path home;
  private @Nullable Process process;

  private ReverseProxy(Kind kind) {
    this.kind = kind;
    this.program = kind.require();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
      this.home = Files.createTempDirectory("parley-proxy");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A proxy that has a port and does not run yet. */
  static ReverseProxy of(Kind kind) {
    return new ReverseProxy(kind);
  }

  /** The host and port that its clients name. */
  String authority() {
    return "127.0.0.1:" + port;
  }

  URI base() {
    return URI.create("https://" + authority());
  }

  /** Runs it in front of a server, with its settings after {@code change}. */
  void leadTo(int serverPort, UnaryOperator<String> change) {
    try {
      Pair pair = TestCertificates.issue();
      Path both = home.resolve("parley-and-key.pem");
      Files.writeString(both, Files.readString(pair.file()) + Files.readString(pair.key()));
      String shown = Files.readString(SETTINGS.resolve(kind.settings));
      String settings =
          change
              .apply(shown)
              .replace("127.0.0.1:7539", "127.0.0.1:" + serverPort)
              .replace("/etc/ssl/parley.pem", pair.file().toString())
              .replace("/etc/ssl/private/parley.key", pair.key().toString())
              .replace("/etc/ssl/private/parley-and-key.pem", both.toString())
              .replace("listen 443", "listen " + authority())
              .replace("bind :443", "bind " + authority())
              .replace("https://parley.example", base().toString());
      Path file = Files.writeString(home.resolve(kind.settings), whole(settings));
      ProcessBuilder builder =
          new ProcessBuilder(command(file))
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("log").toFile());
      builder.environment().put("HOME", home.toString());
      builder.environment().put("XDG_DATA_HOME", home.toString());
      builder.environment().put("XDG_CONFIG_HOME", home.toString());
      Process started = builder.start();
      process = started;
      eventually(kind + " listens", () -> !started.isAlive() || listens());
      if (!started.isAlive()) {
        throw new AssertionError(Files.readString(home.resolve("log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The settings with what the program's package brings along. */
  private String whole(String settings) {
    return switch (kind) {
      case NGINX ->
          "daemon off;\npid HOME/pid;\nerror_log HOME/error.log;\n"
              + (System.getProperty("user.name").equals("root") ? "user root;\n" : "")
              + "events { worker_connections 256; }\nhttp {\naccess_log off;\n"
                  .concat("client_body_temp_path HOME/body;\nproxy_temp_path HOME/proxy;\n")
                  .concat("fastcgi_temp_path HOME/fastcgi;\nuwsgi_temp_path HOME/uwsgi;\n")
                  .concat("scgi_temp_path HOME/scgi;\n")
              + settings
              + "}\n";
      case CADDY ->
          "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + settings;
      case HAPROXY -> settings;
    };
  }

  private List<String> command(Path file) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    switch (kind) {
      case NGINX -> {
        Files.writeString(file, Files.readString(file).replace("HOME/", home + "/"));
        command.addAll(List.of("-c", file.toString()));
      }
      case CADDY ->
          command.addAll(List.of("run", "--adapter", "caddyfile", "--config", file.toString()));
      case HAPROXY -> command.addAll(List.of("-db", "-f", file.toString()));
    }
    return command;
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    Process running = process;
    if (running != null) {
      running.descendants().forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
      eventually(kind + " is gone", () -> !running.isAlive());
    }
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
