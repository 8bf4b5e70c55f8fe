package dev.parley.doctor.client;

import dev.parley.bridge.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One MCP server in the configuration of a client.
 *
 * @param name the name hooks and tools go by
 * @param file where it stands
 * @param command the program that is started; empty for one that is reached by its address
 * @param address where it is reached; empty for one that is started
 * @param headers the headers of its requests
 */
public record ServerEntry(
    String name,
    Path file,
    Optional<String> command,
    List<String> arguments,
    Map<String, String> environment,
    Optional<String> address,
    Map<String, String> headers) {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

  /** Copies the collections. */
  public ServerEntry {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    headers = Map.copyOf(headers);
  }

  /** The servers in {@code servers} that are Parley, with the variables in them replaced. */
  static List<ServerEntry> in(
      Optional<JsonValue> servers, String shownName, Path file, Map<String, String> variables) {
    List<ServerEntry> found = new ArrayList<>();
    if (servers.isPresent()) {
      for (String name : servers.get().names()) {
        servers
            .get()
            .at(name)
            .map(entry -> of(shownName + name, file, entry, variables))
            .filter(ServerEntry::isParley)
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private static ServerEntry of(
      String name, Path file, JsonValue entry, Map<String, String> variables) {
    List<String> arguments = new ArrayList<>();
    for (JsonValue argument : entry.at("args").map(JsonValue::elements).orElse(List.of())) {
      arguments.add(expanded(argument.string().orElse(""), variables));
    }
    return new ServerEntry(
        name,
        file,
        entry.text("command").map(text -> expanded(text, variables)),
        arguments,
        texts(entry.at("env"), variables),
        entry.text("url").or(() -> entry.text("httpUrl")).map(text -> expanded(text, variables)),
        texts(entry.at("headers"), variables));
  }

  private static Map<String, String> texts(
      Optional<JsonValue> object, Map<String, String> variables) {
    Map<String, String> found = new LinkedHashMap<>();
    object.ifPresent(
        given ->
            given
                .names()
                .forEach(
                    name ->
                        given
                            .text(name)
                            .ifPresent(text -> found.put(name, expanded(text, variables)))));
    return found;
  }

  /** {@code text} with each <code>${NAME}</code> and <code>${NAME:-default}</code> replaced. */
  static String expanded(String text, Map<String, String> variables) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            found -> {
              String value = variables.get(found.group(1));
              String otherwise = found.group(2) == null ? found.group() : found.group(2);
              boolean given = value != null && !value.isEmpty();
              return Matcher.quoteReplacement(given ? value : otherwise);
            });
  }

  boolean isParley() {
    return name.toLowerCase(Locale.ROOT).contains("parley")
        || (arguments.contains("mcp") && war().isPresent());
  }

  /** The runnable file among the arguments. */
  public Optional<String> war() {
    int flag = arguments.indexOf("-jar");
    return flag >= 0 && flag + 1 < arguments.size()
        ? Optional.of(arguments.get(flag + 1))
        : Optional.empty();
  }

  /** The words after {@code mcp}, which are those of the bridge. */
  public List<String> bridgeWords() {
    int flag = arguments.indexOf("mcp");
    return command.isPresent() && command.get().endsWith(".sh")
        ? arguments
        : flag < 0 ? List.of() : arguments.subList(flag + 1, arguments.size());
  }

  /** Names its place without any of its values, which may be secrets. */
  @Override
  public String toString() {
    return "server '" + name + "' in " + file;
  }
}
