package dev.parley.bridge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input that a client gives its command hook, as further arguments of {@code hook_event}: the
 * tool, its file, and whether a hook has made the turn go on already.
 */
final class HookInput {
  private static final int MAX_TOOL = 128;
  private static final int MAX_FILE = 512;

  private static final List<String> FILE_NAMES =
      List.of("file_path", "filePath", "absolute_path", "notebook_path", "path");

  private HookInput() {}

  /** Returns the arguments in {@code input}, each after a comma; empty where it is no JSON. */
  static String arguments(String input) {
    JsonText json;
    try {
      json = JsonText.parse(input);
    } catch (MalformedJson nothingKnown) {
      return "";
    }
    return text("tool_name", json.textAt("tool_name"), MAX_TOOL)
        + text("file", file(json), MAX_FILE)
        + (isContinued(json) ? ",\"stop_hook_active\":\"true\"" : "");
  }

  private static @Nullable String file(JsonText json) {
    for (String name : FILE_NAMES) {
      String file = json.textAt("tool_input", name);
      if (file != null) {
        return file;
      }
    }
    return null;
  }

  /** Cursor counts how often a hook made the turn go on; the others say whether one did. */
  private static boolean isContinued(JsonText json) {
    JsonText active = json.member("stop_hook_active");
    JsonText count = json.member("loop_count");
    return (active != null && active.isTrue())
        || (count != null && count.isNumber() && !count.raw().equals("0"));
  }

  private static String text(String name, @Nullable String value, int most) {
    return value == null || value.isEmpty() || value.length() > most
        ? ""
        : ",\"" + name + "\":" + JsonText.quoted(value);
  }
}
