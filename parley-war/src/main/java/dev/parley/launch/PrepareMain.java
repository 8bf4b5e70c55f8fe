package dev.parley.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** {@code java -jar parley.war prepare}: does what the first start of a server does once. */
public final class PrepareMain {
  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war prepare

      Unpack this file, and write the classes of the server in the form in which this JVM
      starts them fastest. The first start of a server does both by itself; an installer or
      the build of an image does it before. The files are in ~/.cache/parley, or where
      -Dparley.cache=DIR before -jar says, and take about 200 MB.

      Examples:
        java -jar parley.war prepare
        java -Dparley.cache=/opt/parley/cache -jar parley.war prepare

      Exit codes:
        0   the next start is fast
        1   it failed, or this JVM or its flags do not allow it
        2   a mistake in the words; nothing was done
      """;

  private PrepareMain() {}

  /** Runs the command, and returns its exit code. */
  static int run(List<String> args, PrintStream out, PrintStream err) throws IOException {
    if (args.equals(List.of("--help")) || args.equals(List.of("-h"))) {
      out.print(HELP);
      return 0;
    }
    if (!args.isEmpty()) {
      err.println("parley: prepare takes no words, not " + String.join(" ", args));
      return 2;
    }
    Optional<UnpackedWar> war = Launcher.war();
    Optional<ServerJvm> jvm = war.flatMap(ServerJvm::of);
    if (jvm.isEmpty()) {
      err.println("parley: a server runs in the JVM that starts it here; nothing is to be made");
      return 1;
    }
    return prepare(jvm.get(), SharedClasses.in(war.orElseThrow().home()), out, err);
  }

  private static int prepare(
      ServerJvm jvm, SharedClasses classes, PrintStream out, PrintStream err) {
    if (classes.areThere()) {
      out.println("All is made: " + classes);
      return 0;
    }
    out.println("A server runs through its first calls, which takes some ten seconds ...");
    try {
      if (new ServerTraining(jvm, classes).run()) {
        out.println("Made " + classes);
        return 0;
      }
      err.println("parley: the server failed at its first calls, or another process prepares it");
    } catch (IOException unwritable) {
      err.println("parley: " + classes + " cannot be written: " + unwritable.getMessage());
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
