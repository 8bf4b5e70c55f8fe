package dev.parley.doctor.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An MCP client on this machine, as far as its files show. Every question reads them anew. */
public sealed interface Client permits ClaudeCode, Codex, GeminiCli {
  /** All of them. */
  static List<Client> all(Places places) {
    return List.of(new ClaudeCode(places), new Codex(places), new GeminiCli(places));
  }

  /** The word for it on the command line. */
  String word();

  /** Its name for people. */
  String title();

  /** Returns whether it has files here. */
  boolean isPresent();

  /** The places that name Parley, the one that counts first. */
  List<ServerEntry> entries() throws IOException;

  /** The reason the client does not start a server that it names; empty where it does. */
  Optional<Complaint> refusal(ServerEntry entry) throws IOException;

  /** Its hooks that belong to Parley. */
  HookFiles hooks() throws IOException;

  /** The plugin or extension that brings Parley; empty where there is none. */
  Optional<Path> plugin() throws IOException;
}
