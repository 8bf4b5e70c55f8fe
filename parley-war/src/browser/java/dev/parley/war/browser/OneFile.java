package dev.parley.war.browser;

import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The one file that runs, at the root: open to everybody on this machine, or with a token. */
final class OneFile implements Place {
  private final Path data;
  private final Optional<String> token;
  private final UnaryOperator<ServerLaunch> more;
  private RunningServer server;

  private OneFile(Path data, Optional<String> token, UnaryOperator<ServerLaunch> more) {
    this.data = data;
    this.token = token;
    this.more = more;
    this.server = started(0);
  }

  /** Starts it on a free port. */
  static OneFile start(Path data) {
    return new OneFile(data, Optional.empty(), launch -> launch);
  }

  /** Starts it on a free port with these options, where it asks for {@code token}. */
  static OneFile closed(Path data, String token, String... options) {
    return closed(data, token, launch -> launch.with(options));
  }

  /** Starts it on a free port with more than options, where it asks for {@code token}. */
  static OneFile closed(Path data, String token, UnaryOperator<ServerLaunch> more) {
    return new OneFile(data, Optional.of(token), more);
  }

  private RunningServer started(int port) {
    ServerLaunch launch = RunningServer.launch().data(data).port(port).with("--rate-limit", "off");
    token.ifPresent(needed -> launch.environment("PARLEY_TOKEN", needed));
    return more.apply(launch).start();
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
