package dev.parley.war.browser;

import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The one file that runs, at the root: open to everybody on this machine, or with a token. */
final class OneFile implements Place {
  private final Path data;
  private final Optional<String> token;
  private final String[] options;
  private RunningServer server;

  private OneFile(Path data, Optional<String> token, String... options) {
    this.data = data;
    this.token = token;
    this.options = options.clone();
    this.server = started(0);
  }

  /** Starts it on a free port. */
  static OneFile start(Path data) {
    return new OneFile(data, Optional.empty());
  }

  /** Starts it on a free port with these options, where it asks for {@code token}. */
  static OneFile closed(Path data, String token, String... options) {
    return new OneFile(data, Optional.of(token), options);
  }

  private RunningServer started(int port) {
    ServerLaunch launch = RunningServer.launch().data(data).port(port).with("--rate-limit", "off");
    launch.with(options);
    token.ifPresent(needed -> launch.environment("PARLEY_TOKEN", needed));
    return launch.start();
  }

  RunningServer server() {
    return server;
  }

  @Override
  public URI base() {
    return server.base();
  }

  @Override
  public Optional<String> token() {
    return token;
  }

  @Override
  public Path home() {
    return data.resolve("home");
  }

  @Override
  public void stop() {
    server.sigterm();
  }

  @Override
  public void startAgain() {
    server = started(server.port());
  }

  @Override
  public void close() {
    server.close();
  }
}
