package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codex: servers in {@code config.toml}, hooks in {@code hooks.json} of its home. */
final class Codex implements Client {
  private static final String SERVERS = "mcp_servers.";

  private final Places places;

  Codex(Places places) {
    this.places = places;
  }

  @Override
  public String word() {
    return "codex";
  }

  @Override
  public String title() {
    return "Codex";
  }

  private Path folder() {
    return places.folderOf("CODEX_HOME", ".codex");
  }

  private Path file() {
    return folder().resolve("config.toml");
  }

  @Override
  public boolean isPresent() {
    return Files.isDirectory(folder());
  }

  private TomlTables configuration() throws IOException {
    if (!Files.isRegularFile(file())) {
      return TomlTables.of("");
    }
    try {
      return TomlTables.of(Files.readString(file()));
    } catch (IOException unreadable) {
      throw new IOException(file() + " cannot be read as text", unreadable);
    }
  }

  @Override
  public List<ServerEntry> entries() throws IOException {
    TomlTables read = configuration();
    List<ServerEntry> found = new ArrayList<>();
    for (String table : read.names()) {
      String name = table.startsWith(SERVERS) ? table.substring(SERVERS.length()) : "";
      if (!name.isEmpty() && !name.contains(".")) {
        ServerEntry entry = entry(read, table, name);
        if (entry.isParley()) {
          found.add(entry);
        }
      }
    }
    return found;
  }

  private ServerEntry entry(TomlTables read, String table, String name) {
    Map<String, String> headers = new LinkedHashMap<>(read.map(table, "http_headers"));
    read.map(table, "env_http_headers")
        .forEach(
            (header, variable) ->
                places.variable(variable).ifPresent(value -> headers.put(header, value)));
    read.text(table, "bearer_token_env_var")
        .flatMap(places::variable)
        .ifPresent(token -> headers.put("Authorization", "Bearer " + token));
    return new ServerEntry(
        name,
        file(),
        read.text(table, "command"),
        read.texts(table, "args"),
        read.map(table, "env"),
        read.text(table, "url"),
        headers);
  }

  @Override
  public Optional<Complaint> refusal(ServerEntry entry) throws IOException {
    boolean off =
        configuration().raw(SERVERS + entry.name(), "enabled").filter("false"::equals).isPresent();
    return off
        ? Optional.of(
            new Complaint(
                "Codex has the " + entry + " switched off (enabled = false).", "Remove that line."))
        : Optional.empty();
  }

  @Override
  public HookFiles hooks() throws IOException {
    HookFiles.Gathering hooks = new HookFiles.Gathering();
    for (Path file :
        List.of(folder().resolve("hooks.json"), places.folder().resolve(".codex/hooks.json"))) {
      Optional<JsonValue> read = SettingsFile.read(file);
      if (read.isPresent()) {
        hooks.take(file, read.get(), places.environment());
        if (read.get().raw().replaceAll("\\s", "").contains("\"type\":\"http\"")) {
          hooks.complain(
              "Codex skips all hooks of " + file + ", because one of them has the type http.",
              "Remove the hook of the type http from this file.");
        }
      }
    }
    return hooks.gathered();
  }

  @Override
  public Optional<Path> plugin() throws IOException {
    return configuration().names().stream()
        .filter(table -> table.startsWith("plugins.parley@"))
        .map(table -> file())
        .findFirst();
  }
}
