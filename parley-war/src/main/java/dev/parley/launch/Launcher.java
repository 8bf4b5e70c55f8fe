package dev.parley.launch;

import dev.parley.bridge.BridgeMain;
import dev.parley.bridge.WakeTestMain;
import dev.parley.bridge.WatchMain;
import dev.parley.doctor.DoctorMain;
import dev.parley.service.ServiceMain;
import dev.parley.setup.SetupMain;
import dev.parley.spelling.Spelling;
import dev.parley.token.TokenMain;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code java -jar parley.war}: a server, or with the word {@code mcp} the stdio bridge. The bridge
 * and the watch start from here at once; the server is unpacked first and runs in a class loader of
 * its own.
 */
public final class Launcher {
  private static final String SERVE = "dev.parley.server.Serve";
  private static final String CONFIG = "dev.parley.server.ConfigMain";
  private static final String DATA = "dev.parley.server.DataMain";
  private static final String COMPLETION = "dev.parley.server.CompletionMain";
  private static final List<String> COMMANDS =
      List.of(
          "serve",
          "mcp",
          "watch",
          "wake-test",
          "doctor",
          "setup",
          "service",
          "prepare",
          "token",
          "backup",
          "restore",
          "export",
          "import",
          "db",
          "config",
          "completion",
          "help");

  /** The text of {@code --help}. */
  static final String HELP =
      """
      usage: java -jar parley.war [serve] [options]   run a Parley server; serve --help tells more
             java -jar parley.war mcp [options]       connect an MCP client with one; mcp --help
             java -jar parley.war watch [options]     run a command or post when an agent is to wake
             java -jar parley.war wake-test --agent NAME   find out whether an agent can be reached
             java -jar parley.war doctor [options]    find out why an agent is not woken
             java -jar parley.war setup CLIENT        configure an MCP client; setup --help
             java -jar parley.war service COMMAND     run the server as a service; service --help
             java -jar parley.war prepare             make the next start of a server fast
             java -jar parley.war token COMMAND       create and revoke credentials; token --help
             java -jar parley.war backup FILE         copy the database of a server; backup --help
             java -jar parley.war restore FILE        make a data folder of a backup; restore --help
             java -jar parley.war export FILE         write a workspace to a file; export --help
             java -jar parley.war import FILE         add the workspace of a file; import --help
             java -jar parley.war db info|migrate     show or update the schema; db --help
             java -jar parley.war config [options]    show the settings that a server would have
             java -jar parley.war completion bash     print the completion of commands for a shell
             java -jar parley.war --version

      Examples:
        java -jar parley.war
        java -jar parley.war serve --port 8080 --data /var/lib/parley

      Exit codes:
        0   done
        1   it failed, or was refused
        2   a mistake in the words or the settings; nothing was done
      """;

  private Launcher() {}

  /** The commands, each a first word of the command line. */
  public static List<String> commands() {
    return COMMANDS;
  }

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
      case "service" -> ServiceMain.main(Arrays.copyOfRange(args, 1, args.length));
      case "prepare" -> prepare(List.of(args).subList(1, args.length));
      case "backup", "restore", "export", "import", "db" -> run(DATA, args);
      case "config" -> run(CONFIG, Arrays.copyOfRange(args, 1, args.length));
      case "completion" -> run(COMPLETION, Arrays.copyOfRange(args, 1, args.length));
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
    return Spelling.nearest(word, COMMANDS)
        .map(near -> "; did you mean '" + near + "'?")
        .orElse("");
  }

  private static void serve(String[] args) {
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
      if (!OwnDescriptors.areNamed(args, System.getenv(), System.getProperties())) {
        Optional<UnpackedWar> war = war();
        Optional<ServerJvm> own = war.isPresent() ? ServerJvm.of(war.get()) : Optional.empty();
        if (own.isPresent()) {
          System.exit(own.get().run(args));
        }
      }
    } catch (IOException unwritable) {
      System.err.println("parley: " + unwritable.getMessage());
      System.exit(1);
    }
    run(SERVE, args);
  }

  private static void prepare(List<String> args) {
    try {
      System.exit(PrepareMain.run(args, System.out, System.err));
    } catch (IOException unwritable) {
      System.err.println("parley: " + unwritable.getMessage());
      System.exit(1);
    }
  }

  /** Unpacks the file that this program came from; empty where it came from a folder. */
  static Optional<UnpackedWar> war() throws IOException {
    return WarUnpacker.of(Launcher.class, version());
  }

  /** Runs a program that needs the libraries of the server, which are unpacked first. */
  private static void run(String program, String[] args) {
    try {
      Optional<UnpackedWar> war = war();
      ClassLoader loader = Launcher.class.getClassLoader();
      if (war.isPresent()) {
        war.get().properties().forEach(System::setProperty);
        loader = war.get().loader();
      }
      Thread.currentThread().setContextClassLoader(loader);
      loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) args);
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
