package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The plugin of Parley in Claude Code: enabled in the settings, its folder in a marketplace. */
final class ClaudePlugin {
  /** The name of the plugin, before the marketplace's. */
  static final String NAME = "parley";

  private final Places places;
  private final ClaudeSettings settings;

  ClaudePlugin(Places places, ClaudeSettings settings) {
    this.places = places;
    this.settings = settings;
  }

  /** The marketplace it is enabled from; empty where no settings enable it. */
  private Optional<String> marketplace() throws IOException {
    for (ClaudeSettings.Loaded loaded : settings.all()) {
      Optional<JsonValue> enabled = loaded.content().at("enabledPlugins");
      for (String name : enabled.map(JsonValue::names).orElse(List.of())) {
        if (name.startsWith(NAME + "@")) {
          return enabled.filter(plugins -> plugins.isTrue(name)).map(on -> name.substring(7));
        }
      }
    }
    return Optional.empty();
  }

  /** Its folder; empty where it is not enabled or not there. */
  Optional<Path> root() throws IOException {
    Optional<String> marketplace = marketplace();
    return marketplace.isEmpty()
        ? Optional.empty()
        : inMarketplace(marketplace.get()).or(() -> installed(marketplace.get()));
  }

  /** The reason an enabled plugin does nothing. */
  Optional<Complaint> complaint() throws IOException {
    Optional<String> marketplace = marketplace();
    return marketplace.isEmpty() || root().isPresent()
        ? Optional.empty()
        : Optional.of(
            new Complaint(
                "The plugin parley@"
                    + marketplace.get()
                    + " is enabled in Claude Code, and its folder is gone.",
                "Install it again: claude plugin marketplace add FOLDER, then claude plugin"
                    + " install parley@"
                    + marketplace.get()
                    + "."));
  }

  /** A marketplace that is a folder is read in place. */
  private Optional<Path> inMarketplace(String marketplace) throws IOException {
    Optional<Path> folder = Optional.empty();
    for (ClaudeSettings.Loaded loaded : settings.all()) {
      folder =
          folder.or(
              () ->
                  loaded
                      .content()
                      .text("extraKnownMarketplaces", marketplace, "source", "path")
                      .map(Path::of));
    }
    if (folder.isEmpty()) {
      Path known = settings.folder().resolve("plugins").resolve("known_marketplaces.json");
      folder =
          SettingsFile.read(known)
              .flatMap(json -> json.text(marketplace, "installLocation"))
              .map(Path::of);
    }
    return folder.isEmpty() ? Optional.empty() : pluginIn(folder.get());
  }

  private Optional<Path> pluginIn(Path given) throws IOException {
    Path folder = places.folder().resolve(given);
    Optional<JsonValue> read =
        SettingsFile.read(folder.resolve(".claude-plugin").resolve("marketplace.json"));
    List<JsonValue> plugins =
        read.flatMap(json -> json.at("plugins")).map(JsonValue::elements).orElse(List.of());
    return plugins.stream()
        .filter(plugin -> plugin.text("name").filter(NAME::equals).isPresent())
        .flatMap(plugin -> plugin.text("source").stream())
        .map(source -> folder.resolve(source).normalize())
        .filter(Files::isDirectory)
        .findFirst();
  }

  private Optional<Path> installed(String marketplace) {
    Path file = settings.folder().resolve("plugins").resolve("installed_plugins.json");
    try {
      Optional<JsonValue> entry =
          SettingsFile.read(file).flatMap(json -> json.at("plugins", NAME + "@" + marketplace));
      return entry.stream()
          .flatMap(
              found ->
                  found.elements().isEmpty() ? List.of(found).stream() : found.elements().stream())
          .flatMap(found -> found.text("installPath").stream())
          .map(Path::of)
          .filter(Files::isDirectory)
          .findFirst();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
