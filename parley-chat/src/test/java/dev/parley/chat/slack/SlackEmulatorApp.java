package dev.parley.chat.slack;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** An app that is installed in the emulated workspace, with its bot. */
final class SlackEmulatorApp {
  final String id;
  final String botToken;
  final String appToken;
  final String user;
  final String bot;
  final String name;
  final Set<String> scopes =
      Collections.synchronizedSet(
          new TreeSet<>(
              Set.of(
                  "channels:history",
                  "channels:read",
                  "channels:join",
                  "channels:manage",
                  "chat:write",
                  "users:read")));
  final Set<String> appScopes =
      Collections.synchronizedSet(new TreeSet<>(Set.of("connections:write")));

  /** The error of all calls with a token of this app; empty for none. */
  volatile String error = "";

  SlackEmulatorApp(int number, String name) {
    this.id = "A00000000" + number;
    this.botToken = "xoxb-" + number + "-emulator";
    this.appToken = "xapp-" + number + "-emulator";
    this.user = "U0BOT0000" + number;
    this.bot = "B00000000" + number;
    this.name = name;
  }

  SlackTokens tokens() {
    return new SlackTokens(botToken, appToken);
  }
}
