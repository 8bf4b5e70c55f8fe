package dev.parley.launch;

import dev.parley.bridge.BridgeMain;
import dev.parley.bridge.WakeTestMain;
import dev.parley.bridge.WatchMain;
import dev.parley.doctor.DoctorMain;
import dev.parley.setup.SetupMain;
import dev.parley.token.TokenMain;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * {@code java -jar parley.war}: a server, or with the word {@code mcp} the stdio bridge. The bridge
 * and the watch start from here at once; the server is unpacked first and runs in a class loader of
 * its own.
 */
public final class Launcher {
  private static final String SERVE = "dev.parley.server.Serve";
  private static final String[] COMMANDS = {
    "serve", "mcp", "watch", "wake-test", "setup", "doctor", "help"
  };

  /** The largest distance of a word from a command that it is taken for: two letters swapped. */
  private static final int NEAR = 2;

  private static final String HELP =
      """
      usage: java -jar parley.war [serve] [options]   run a Parley server; serve --help tells more
             java -jar parley.war mcp [options]       connect an MCP client with one; mcp --help
             java -jar parley.war watch [options]     run a command or post when an agent is to wake
             java -jar parley.war wake-test --agent NAME   find out whether an agent can be reached
             java -jar parley.war doctor [options]    find out why an agent is not woken
             java -jar parley.war setup CLIENT        configure an MCP client; setup --help
             java -jar parley.war token COMMAND       create and revoke credentials; token --help
             java -jar parley.war --version
      """;

  private Launcher() {}

  /** Runs what the first word asks for. */
  public static void main(String[] args) {
    String word = args.length == 0 ? "serve" : args[0];
    switch (word) {
      case "mcp" -> BridgeMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "watch" -> WatchMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "wake-test" -> WakeTestMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "doctor" -> DoctorMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "token" -> TokenMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "setup" -> SetupMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "serve" -> serve(args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length));
      case "help", "--help", "-h" -> System.out.print(HELP);
      case "--version" -> System.out.println("parley ".concat(version()));
      default -> other(word, args);
    }
  }

  private static void other(String word, String[] args) {
    if (word.startsWith("--")) {
      serve(args);
      return;
    }
    System.err.print("parley: unknown command '" + word + "'" + meant(word) + "\n" + HELP);
    System.exit(2);
  }

  private static String meant(String word) {
    for (String command : COMMANDS) {
      if (distance(word, command) <= NEAR) {
        return "; did you mean '" + command + "'?";
      }
    }
    return "";
  }

  /** The least number of letters to add, drop or replace to make one word of the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, column -> column);
    for (int i = 1; i <= one.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = corner + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        corner = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }

  private static void serve(String[] args) {
    String log = System.getProperty("parley.log");
    if (log != null) {
      BoundedLog.takeStreams(log);
    }
    long files = FileLimit.known();
    if (files < FileLimit.NEEDED) {
      System.err.println(
          "parley: this process may open "
              + files
              + " files only, and a server needs "
              + FileLimit.NEEDED
              + ": ulimit -n 4096");
      System.exit(1);
    }
    try {
      ClassLoader loader = WarUnpacker.beside(Launcher.class, version());
      Thread.currentThread().setContextClassLoader(loader);
      loader.loadClass(SERVE).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (IOException unwritable) {
      System.err.println("parley: " + unwritable.getMessage());
      System.exit(1);
    } catch (InvocationTargetException thrown) {
      System.err.println("parley: the server failed: " + thrown.getCause());
      System.exit(1);
    } catch (ReflectiveOperationException incomplete) {
      System.err.println("parley: this file holds no server (" + incomplete.getMessage() + ")");
      System.exit(1);
    }
  }

  private static String version() {
    String version = Launcher.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
