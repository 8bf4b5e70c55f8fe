package dev.parley.setup;

import dev.parley.bridge.BridgeClasses;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;

/** {@code java -jar parley.war setup}: the configuration of a client. */
public final class SetupMain {
  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war setup claude|codex|gemini|cursor|vscode [options]

      Edits the client's configuration so that it starts the bridge of this file, which starts a
      server where none answers. It keeps everything else in the files, and a backup. It can be run
      again, for example after this file was moved.

      --scope user|project|local   whose configuration: the user's (default), that of the project in
                                   this folder, or for Claude Code your own in this project
      --print                      print what would be written, and write nothing
      --remove                     put the files back as they were; where you changed them since,
                                   remove only what is Parley's
      --url URL                    the server's address, if it is not http://127.0.0.1:7539
      --agent NAME                 the name of the agent; without it each session gets one
      --token-file FILE            the file with the agent's token, which only its owner may read;
                                   its path is written, and not the token
      --ca FILE                    a PEM file of certificate authorities for an https address
      --approve-tools              Codex: let it call the tools without asking

      What each client gets:
        claude   the plugin: the bridge, hooks, a monitor that wakes an idle session, and skills
        codex    the server in config.toml, hooks that you review in Codex, and skills
        gemini   an extension with the server and hooks; with --scope project, .gemini/settings.json
        cursor   the server in mcp.json, and hooks; an idle session is not woken
        vscode   the server in mcp.json; an idle session is not woken

      A token is written to no file and on no command line: name its file with --token-file, set
      PARLEY_TOKEN or PARLEY_TOKEN_FILE where the client starts, or write token=... into
      ~/.config/parley/parley.properties.

      Examples:
        java -jar parley.war setup claude
        java -jar parley.war setup codex --scope project --print

      Exit codes:
        0   done
        1   it was refused, or a file could not be written
        2   a mistake in the options
      """;

  private SetupMain() {}

  /**
   * Runs the setup; leaves the virtual machine with 1 if it refuses, 2 for words it cannot read.
   */
  public static void main(String[] args) {
    List<String> words = List.of(args);
    if (words.contains("--help") || words.contains("-h")) {
      System.out.print(HELP);
      return;
    }
    try {
      run(SetupOptions.of(args));
    } catch (IllegalArgumentException mistake) {
      System.err.println("parley: " + mistake.getMessage() + " (see setup --help)");
      System.exit(2);
    } catch (SetupException refused) {
      System.err.println("parley: " + refused.sentence());
      System.exit(1);
    } catch (IOException failed) {
      System.err.println("parley: setup failed: " + failed);
      System.exit(1);
    }
  }

  private static void run(SetupOptions options) throws IOException {
    Path war = source();
    if (!Files.isRegularFile(war)) {
      throw new SetupException("setup runs from a parley.war, not from " + war);
    }
    String java = System.getProperty("os.name", "").startsWith("Windows") ? "java.exe" : "java";
    BridgeCommand bridge =
        new BridgeCommand(
            Path.of(System.getProperty("java.home"), "bin", java),
            war.toAbsolutePath(),
            options.url(),
            options.agent(),
            options.tokenFile(),
            options.ca(),
            Optional.of(BridgeClasses.file()).filter(Files::isReadable));
    run(options, UserMachine.current(), bridge, PluginFiles.of(war), System.out);
  }

  /** Runs the setup on a machine, for which the bridge and the plugin are given. */
  static void run(
      SetupOptions options,
      UserMachine machine,
      BridgeCommand bridge,
      PluginFiles plugin,
      PrintStream out)
      throws IOException {
    SetupPlan plan = ClientPlans.of(options, machine, bridge, plugin);
    String scope = ", scope " + options.scope();
    switch (options.action()) {
      case PRINT -> new SetupRun(plan, machine, out).print();
      case INSTALL -> {
        out.println("Setup of Parley for " + options.client().title() + scope);
        new SetupRun(plan, machine, out).install();
        String same = options.isForProject() ? " --scope " + options.scope() : "";
        out.println(
            "To take it back: java -jar "
                + bridge.war()
                + " setup "
                + options.client().word()
                + same
                + " --remove");
      }
      case REMOVE -> {
        out.println("Removal of Parley from " + options.client().title() + scope);
        new SetupRemoval(plan, machine, out).remove();
      }
    }
  }

  private static Path source() {
    CodeSource source = SetupMain.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | RuntimeException unusual) {
      throw new SetupException("this program does not know the file it came from");
    }
  }
}
