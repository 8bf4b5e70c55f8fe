package dev.parley.war.bench;

import dev.parley.war.driver.Caller;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;

/** The owner of a server, who makes credentials over a line. */
final class Owner {
  private final ServerProcess server;
  private final KeepAlive line;
  private final Caller owner;

  private Owner(ServerProcess server, KeepAlive line, Caller owner) {
    this.server = server;
    this.line = line;
    this.owner = owner;
  }

  static Owner of(ServerProcess server, KeepAlive line) throws IOException {
    String token = Files.readString(server.data().resolve("owner.token")).strip();
    return new Owner(server, line, new Caller("", token));
  }

  /** Makes a credential of a kind, and of the role that goes with it. */
  Caller make(String kind, String workspace, String name) throws IOException {
    String draft =
        String.format(
            "{\"kind\":\"%s\",\"workspace\":\"%s\",\"names\":\"%s\"}", kind, workspace, name);
    byte[] request = Wire.post(server.address(), "/api/credentials", owner.header(), draft);
    return new Caller(name, line.must(request).field("token"));
  }
}
