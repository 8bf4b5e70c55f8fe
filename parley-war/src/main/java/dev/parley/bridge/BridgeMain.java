package dev.parley.bridge;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;

/** {@code java -jar parley.war mcp}: the bridge as a program. */
public final class BridgeMain {
  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war mcp [--url URL] [--token-file FILE] [--ca FILE] [--tools SETS]
                                      [--agent NAME] [--workspace NAME] [--config FILE]
                                      [--start-server[=auto|no]] [--urgent all|people|none]

      Connects an MCP client on standard input and output with a Parley that runs elsewhere,
      pushes included. Say to Claude Code:
        claude mcp add parley -- java -jar parley.war mcp
      To keep its memory small for as long as it runs, put these before -jar:
        -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmn2m

      --url        Parley's address, http://127.0.0.1:7539 if not given. With or without a context
                   path; /mcp is appended unless the address already has it.
      --token-file a file with the token, where Parley wants one; its owner alone may read it.
                   PARLEY_TOKEN has the token itself. No option does: a command line is for all
                   users of this machine to read
      --ca         a PEM file of certificate authorities to trust at an https address, besides
                   those of Java
      --tools      which tools to offer: rooms, bus, team, inbox, several of them with commas such
                   as rooms,inbox, or all; all if not given
      --agent      the name the agent wants to have
      --workspace  the workspace it wants to be in; the token's, or default, if not given
      --urgent     who may interrupt the agent with an urgent message: all, people or none; people
                   if not given
      --config     a properties file with the keys url, token, token-file, ca, agent, workspace,
                   tools, start-server, urgent; ~/.config/parley/parley.properties if not given
      --start-server
                   start the server where none answers. Refused where --url is not of this
                   machine, or is https and PARLEY_TLS_CERTIFICATE and PARLEY_TLS_KEY are not set;
                   auto does nothing then. One server for all bridges of a user: it
                   outlives them, and ends after an hour without a connection or a request. Its
                   settings are those of serve: PARLEY_DATA, PARLEY_TOKEN, PARLEY_END_WHEN_IDLE
                   and so on, and the properties file. Its log is parley/start/server-PORT.log
                   in $XDG_RUNTIME_DIR, else in ~/.cache

      A flag comes before the environment (PARLEY_URL, PARLEY_TOKEN, PARLEY_TOKEN_FILE, PARLEY_CA,
      PARLEY_AGENT, PARLEY_WORKSPACE, PARLEY_TOOLS, PARLEY_START_SERVER, PARLEY_URGENT), and that
      before the file. PARLEY_SESSION_ID names the session of team work. With PARLEY_LOG=debug the bridge
      says on standard error what happens.

      Examples:
        java -jar parley.war mcp --agent alice --start-server
        java -jar parley.war mcp --url https://parley.example --token-file ~/.parley-token

      Exit codes:
        0   the client closed its end, or a signal came
        2   a mistake in the options or the settings
      """;

  private BridgeMain() {}

  /** Runs until the client's input ends or a signal comes; leaves the virtual machine then. */
  public static void main(String[] args) {
    for (String arg : args) {
      if (arg.equals("--help") || arg.equals("-h")) {
        System.out.print(HELP);
        return;
      }
    }
    BridgeOptions options;
    try {
      options = BridgeOptions.of(args, System.getenv());
    } catch (IllegalArgumentException mistake) {
      System.err.println("parley: " + mistake.getMessage() + " (see mcp --help)");
      System.exit(2);
      return;
    }
    Bridge bridge =
        new Bridge(
            options,
            System.getenv(),
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            System.err);
    Runtime.getRuntime().addShutdownHook(new AtSignal(bridge));
    bridge.run();
    Runtime.getRuntime().halt(0);
  }

  /** A signal is how some clients end a server that works well: the exit code says so. */
  private static final class AtSignal extends Thread {
    private final Bridge bridge;

    AtSignal(Bridge bridge) {
      this.bridge = bridge;
    }

    @Override
    public void run() {
      bridge.end();
      Runtime.getRuntime().halt(0);
    }
  }
}
