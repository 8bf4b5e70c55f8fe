package dev.parley.server.data;

import dev.parley.server.settings.SettingSources;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/** The commands of this package by their names. */
public final class DataCommands {
  /** The names, in the order of the help. */
  public static final List<String> NAMES = List.of("backup", "restore", "export", "import", "db");

  private DataCommands() {}

  /**
   * Returns a command.
   *
   * @param sources the values of the options that the command line leaves open
   * @param out the results
   * @param err the refusals and the progress
   */
  public static CommandLine line(
      String name, SettingSources sources, PrintStream out, PrintStream err) {
    OfflineCommand offline = new OfflineCommand(out, err);
    Object command =
        switch (name) {
          case "backup" -> new BackupCommand(offline);
          case "restore" -> new RestoreCommand(offline);
          case "export" -> new ExportCommand(offline);
          case "import" -> new ImportCommand(offline);
          case "db" -> new DbCommand(offline);
          default -> throw new IllegalArgumentException(name);
        };
    CommandLine line = new CommandLine(command);
    line.setDefaultValueProvider(sources);
    return line;
  }
}
