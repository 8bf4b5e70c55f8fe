package dev.parley.war.browser;

import dev.parley.war.testing.RunningServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The one file that runs, at the root, open to whoever is on this machine. */
final class OneFile implements Place {
  private final Path data;
  private RunningServer server;

  private OneFile(Path data, int port) {
    this.data = data;
    this.server = started(port);
  }

  /** Starts it on a free port. */
  static OneFile start(Path data) {
    return new OneFile(data, 0);
  }

  private RunningServer started(int port) {
    return RunningServer.launch().data(data).port(port).with("--rate-limit", "off").start();
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
    return Optional.empty();
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
