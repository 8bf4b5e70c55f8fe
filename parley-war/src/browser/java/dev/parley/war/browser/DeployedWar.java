package dev.parley.war.browser;

import dev.parley.war.servers.ApplicationServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The WAR in an application server, below a context path, with a token. */
record DeployedWar(ApplicationServer server) implements Place {
  @Override
  public URI base() {
    return server.base();
  }

  @Override
  public Optional<String> token() {
    return Optional.of(ApplicationServer.TOKEN);
  }

  @Override
  public Path home() {
    return server.home();
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void startAgain() {
    server.startAgain();
  }

  @Override
  public void close() {
    server.close();
  }
}
