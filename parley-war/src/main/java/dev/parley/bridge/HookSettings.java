package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * The choices of a user about the hooks of the client. A hook that is off is answered here, with
 * nothing; the others carry the user's choices to the server.
 */
final class HookSettings {
  /** The tool that hooks call. */
  static final String TOOL = "hook_event";

  /** The output of a hook that has nothing to say. */
  static final String NOTHING = "{}";

  private static final String ALL = "all";

  private final Set<String> off;
  private final String arguments;

  private HookSettings(Set<String> off, String arguments) {
    this.off = off;
    this.arguments = arguments;
  }

  /**
   * Reads {@code PARLEY_HOOKS_OFF}, {@code PARLEY_EDIT_GUARD} and {@code PARLEY_STOP_GUARD}; a
   * value that is none of those possible is logged and passed over.
   */
  static HookSettings of(Map<String, String> environment, BridgeLog log) {
    Set<String> off = new HashSet<>();
    StringTokenizer events =
        new StringTokenizer(environment.getOrDefault("PARLEY_HOOKS_OFF", ""), ", \t");
    while (events.hasMoreTokens()) {
      off.add(events.nextToken().toLowerCase(Locale.ROOT));
    }
    String edits = argument(environment, "EDIT_GUARD", List.of("off", "note", "deny"), log);
    return new HookSettings(
        off, edits.concat(argument(environment, "STOP_GUARD", List.of("off", "on"), log)));
  }

  private static String argument(
      Map<String, String> environment, String name, List<String> possible, BridgeLog log) {
    String value = environment.getOrDefault("PARLEY_".concat(name), "").strip();
    if (value.isEmpty()) {
      return "";
    }
    if (!possible.contains(value)) {
      log.error("PARLEY_" + name + " is one of " + possible + "; its value is not used");
      return "";
    }
    return ",\"" + name.toLowerCase(Locale.ROOT) + "\":\"" + value + "\"";
  }

  /** Returns the hook dialect of the client with this name; null where none is known. */
  static @Nullable String dialect(@Nullable String client) {
    String name = client == null ? "" : client.toLowerCase(Locale.ROOT);
    for (String known : List.of("claude", "codex", "gemini", "cursor")) {
      if (name.startsWith(known)) {
        return known;
      }
    }
    return name.startsWith("visual studio code") ? "vscode" : null;
  }

  boolean isOff(@Nullable String event) {
    return off.contains(ALL) || (event != null && off.contains(event.toLowerCase(Locale.ROOT)));
  }

  /** Returns whether {@code request} is the call of a hook that is off. */
  boolean isOff(JsonRpcMessage request) {
    return request.isCallOf(TOOL) && isOff(request.json().textAt("params", "arguments", "event"));
  }

  /** Returns the choices as further members of a JSON object; empty where there are none. */
  String arguments() {
    return arguments;
  }

  /** Returns the call of a hook with the choices in it; any other request as it is. */
  JsonRpcMessage completed(JsonRpcMessage request) {
    JsonText given = request.json().member("params", "arguments");
    if (arguments.isEmpty() || !request.isCallOf(TOOL) || given == null || !given.isObject()) {
      return request;
    }
    String members = given.raw().strip();
    String rest = members.substring(1, members.length() - 1).strip();
    String all = rest.isEmpty() ? arguments.substring(1) : rest.concat(arguments);
    try {
      return JsonRpcMessage.of(
          JsonText.parse(
              ("{\"jsonrpc\":\"2.0\",\"id\":"
                      + request.id()
                      + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
                      + TOOL
                      + "\",\"arguments\":{"
                      + all
                      + "}}}")
                  .getBytes(UTF_8)));
    } catch (MalformedJson asItWas) {
      return request;
    }
  }
}
