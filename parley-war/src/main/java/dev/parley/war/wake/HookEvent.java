package dev.parley.war.wake;

import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.WireEnum;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The report of a hook. A client fills in the arguments by itself, so one that it leaves empty or
 * as it stands in its configuration counts as absent.
 *
 * @param name the event's name as the client has it
 * @param dialect the form of the answer
 * @param tool the tool that runs or ran; empty where the event is about none
 * @param file the file that tool works on; empty where there is none or its path is too long
 * @param continued whether a hook has made this turn go on already
 * @param editGuard what happens before an edit of a file that another agent works on
 * @param namesTasks whether a turn that leaves claimed tasks behind is to go on once
 */
public record HookEvent(
    String name,
    HookDialect dialect,
    String tool,
    String file,
    boolean continued,
    EditGuard.Mode editGuard,
    boolean namesTasks) {

  /** The maximum number of characters of an event's name. */
  static final int MAX_NAME = 64;

  /** The maximum number of characters of a tool's name; a longer one is cut. */
  static final int MAX_TOOL = 64;

  /** The maximum number of characters of a file's path; one past it is passed over. */
  static final int MAX_FILE = 512;

  /** The tools by which clients change a file, in lower case. */
  private static final Set<String> EDITS =
      Set.of(
          "edit",
          "write",
          "multiedit",
          "notebookedit",
          "write_file",
          "replace",
          "edit_file",
          "create_file",
          "search_replace",
          "replace_string_in_file",
          "insert_edit_into_file");

  /** The names under which the tools of clients take a file. */
  private static final List<String> FILE_NAMES =
      List.of("file_path", "filePath", "absolute_path", "notebook_path", "path");

  private static final String TOOL_USED = "PostToolUse";

  private static final WireEnum<EditGuard.Mode> GUARDS =
      WireEnum.of(mode -> mode.name().toLowerCase(Locale.ROOT), EditGuard.Mode.values());

  /** Makes an event without a tool. */
  static HookEvent of(String name, HookDialect dialect) {
    return new HookEvent(name, dialect, "", "", false, EditGuard.Mode.NOTE, true);
  }

  /**
   * Reads the arguments of a hook.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} without an event, or for an
   *     unknown client or guard
   */
  public static HookEvent of(Map<String, Object> arguments) {
    Arguments given = Arguments.ofAny(arguments);
    String tool = filled(arguments, "tool_name");
    String file = filled(arguments, "file");
    return new HookEvent(
        given.text("event", MAX_NAME),
        given.optionalValue("client", HookDialect::of).orElse(HookDialect.CLAUDE),
        tool.length() > MAX_TOOL ? tool.substring(0, MAX_TOOL) : tool,
        file.length() > MAX_FILE ? "" : file,
        filled(arguments, "stop_hook_active").equals("true"),
        given.optionalValue("edit_guard", GUARDS::read).orElse(EditGuard.Mode.NOTE),
        !filled(arguments, "stop_guard").equals("off"));
  }

  /**
   * Reads the input that a client gives its hook: the event, the tool, and the file the tool works
   * on. Without an event it is that a tool was used. What is of another type counts as absent.
   */
  public static HookEvent ofInput(Map<String, Object> input) {
    Map<String, Object> arguments = new HashMap<>();
    String given = text(input.get("hook_event_name"));
    String event = given.isEmpty() ? text(input.get("hookEventName")) : given;
    String known = event.length() > MAX_NAME ? event.substring(0, MAX_NAME) : event;
    arguments.put("event", known.isEmpty() ? TOOL_USED : known);
    arguments.put("tool_name", text(input.get("tool_name")));
    if (input.get("tool_input") instanceof Map<?, ?> use) {
      FILE_NAMES.stream()
          .map(name -> text(use.get(name)))
          .filter(file -> !file.isEmpty())
          .findFirst()
          .ifPresent(file -> arguments.put("file", file));
    }
    return of(arguments);
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text.strip() : "";
  }

  private static String filled(Map<String, Object> arguments, String name) {
    Object value = arguments.get(name);
    String text = value == null ? "" : String.valueOf(value).strip();
    return text.startsWith("${") ? "" : text;
  }

  TurnBoundary boundary() {
    return TurnBoundary.of(name);
  }

  /** Returns true if its agent goes on: it has a meaning, and its client does not end. */
  public boolean isSignOfLife() {
    TurnBoundary boundary = boundary();
    return boundary != TurnBoundary.NONE && boundary != TurnBoundary.CLOSED;
  }

  /** Returns whether the tool changes its file. */
  boolean isEdit() {
    return !file.isEmpty() && EDITS.contains(tool.toLowerCase(Locale.ROOT));
  }
}
