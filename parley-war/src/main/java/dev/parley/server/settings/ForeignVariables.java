package dev.parley.server.settings;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The variables and keys of Parley that are no settings of the server: those of the other commands,
 * of hooks and of chat systems. The environment and the properties file are shared with them.
 */
final class ForeignVariables {
  /** Keys of the properties file that the bridge alone reads. */
  static final List<String> KEYS =
      List.of("url", "agent", "workspace", "tools", "start-server", "urgent");

  /**
   * Variables of the bridge, of hooks of its clients, and of commands that are run for an agent.
   */
  private static final List<String> OF_CLIENTS =
      List.of(
          "SESSION_ID",
          "LOG",
          "WAR",
          "PLUGIN",
          "HOOKS_OFF",
          "EDIT_GUARD",
          "STOP_GUARD",
          "WEBHOOK_SECRET",
          "WATCHED_AGENT",
          "TEXT",
          "TEXT_JSON",
          "AGENT_ID",
          "TASK_ID");

  /** Secrets of chat systems; each may also be in the file that a variable names. */
  private static final List<String> OF_CHAT_SYSTEMS =
      List.of(
          "DISCORD_TOKEN",
          "MATRIX_PASSWORD",
          "MATRIX_TOKEN",
          "SLACK_APP_TOKEN",
          "SLACK_TOKEN",
          "TELEGRAM_TOKEN",
          "XMPP_PASSWORD",
          "ZULIP_KEY");

  /** Beginnings of the variables by which the build asks for more tests. */
  private static final List<String> OF_THE_BUILD =
      List.of(
          SettingSources.PREFIX + "REQUIRE_",
          SettingSources.PREFIX + "TEST_",
          SettingSources.PREFIX + "LIVE_");

  private static final Set<String> NAMES =
      Stream.of(
              KEYS.stream().map(Setting::variable),
              OF_CLIENTS.stream().map(Setting::variable),
              OF_CHAT_SYSTEMS.stream()
                  .flatMap(name -> Stream.of(name, name + "_FILE"))
                  .map(Setting::variable))
          .flatMap(names -> names)
          .collect(Collectors.toUnmodifiableSet());

  private ForeignVariables() {}

  /** All names, but those of the build. */
  static Set<String> names() {
    return NAMES;
  }

  /** Returns whether another part of Parley reads the variable. */
  static boolean contains(String variable) {
    return NAMES.contains(variable) || OF_THE_BUILD.stream().anyMatch(variable::startsWith);
  }
}
