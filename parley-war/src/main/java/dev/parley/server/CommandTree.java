package dev.parley.server;

import dev.parley.bridge.BridgeMain;
import dev.parley.bridge.WakeTestMain;
import dev.parley.bridge.WatchMain;
import dev.parley.doctor.DoctorMain;
import dev.parley.launch.PrepareMain;
import dev.parley.server.data.DataCommands;
import dev.parley.server.settings.SettingSources;
import dev.parley.service.ServiceMain;
import dev.parley.setup.SetupMain;
import dev.parley.token.TokenMain;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands as one model. Those that use the JDK alone have no model of their own; it is read
 * out of their help.
 */
final class CommandTree {
  /** The help of the commands that use the JDK alone, by their names. */
  static final Map<String, String> HELP_TEXTS = helpTexts();

  private CommandTree() {}

  private static Map<String, String> helpTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("mcp", BridgeMain.HELP);
    texts.put("watch", WatchMain.HELP);
    texts.put("wake-test", WakeTestMain.HELP);
    texts.put("doctor", DoctorMain.HELP);
    texts.put("setup", SetupMain.HELP);
    texts.put("service", ServiceMain.HELP);
    texts.put("prepare", PrepareMain.HELP);
    texts.put("token", TokenMain.HELP);
    return texts;
  }

  /** Returns the model; the command {@code completion} in it prints to {@code out}. */
  static CommandLine of(PrintStream out) {
    CommandSpec root = CommandSpec.create().name(CompletionMain.NAME);
    root.addSubcommand("serve", Serve.line(SettingSources.none()));
    HELP_TEXTS.forEach(
        (name, text) -> root.addSubcommand(name, new CommandLine(HelpModel.of(name, text))));
    DataCommands.NAMES.forEach(
        name ->
            root.addSubcommand(
                name, DataCommands.line(name, SettingSources.none(), out, System.err)));
    root.addSubcommand("config", ConfigMain.line(SettingSources.none()));
    root.addSubcommand("completion", new CommandLine(new CompletionMain(out)));
    return new CommandLine(root);
  }
}
