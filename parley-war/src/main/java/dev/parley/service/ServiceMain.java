package dev.parley.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;

/** {@code java -jar parley.war service}: installs and removes the server as a service. */
public final class ServiceMain {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war service install [--system] [--no-start] [--print] [--root DIR]
                                                  [--init systemd|launchd]
             java -jar parley.war service uninstall|status [--system] [--json] [--root DIR]
                                                           [--init systemd|launchd]

      Runs the server in the background: it starts with the machine or the login, and again when it
      fails. On Linux it is a unit of systemd, on macOS an agent of launchd. It runs this file with
      this Java, so install again after either has moved.

      The service of a user has the data and the settings of a server that this user starts. That of
      the machine (--system, as root) has a user of its own, /var/lib/parley, and
      /etc/parley/parley.properties. Both read secrets from parley.env beside the properties.
      uninstall ends the service and deletes its file. It leaves data and settings alone.

      --system     the service of the machine instead of that of its user; systemd alone
      --no-start   write and enable it, but do not start it now
      --print      print the file and do nothing else
      --root       a folder that stands for /: files are written below it, and no program is run
      --init       the program that starts it; default: that of this operating system
      --json       one JSON object: installed, path, file, active and enabled

      Examples:
        java -jar parley.war service install
        sudo java -jar /opt/parley/parley.war service install --system
        java -jar parley.war service status --json

      Exit codes:
        0   done; of status: the service runs
        1   it was refused or failed; of status: the service does not run
        2   a mistake in the options; nothing was done
      """;

  private ServiceMain() {}

  /** Does what the words say, and ends the virtual machine with the exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    ServiceHost host = ServiceHost.current(source(), System.getenv());
    int code = run(args, host, SystemProgram.ofThisMachine(), out, System.err);
    out.flush();
    System.exit(code);
  }

  /** Does what the words say on {@code host}; returns the exit code. */
  static int run(
      String[] args, ServiceHost host, SystemProgram program, PrintStream out, PrintStream err) {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      out.print(HELP);
      return DONE;
    }
    try {
      ServiceOptions options = ServiceOptions.of(args);
      return new ServiceRun(options, host, program, out).run() ? DONE : FAILED;
    } catch (IllegalArgumentException mistake) {
      err.println("parley: " + mistake.getMessage() + " (see service --help)");
      return USAGE;
    } catch (ServiceRefused refused) {
      err.println("parley: " + refused.sentence());
      return FAILED;
    } catch (IOException failed) {
      err.println("parley: service failed: " + failed);
      return FAILED;
    }
  }

  private static Path source() {
    CodeSource source = ServiceMain.class.getProtectionDomain().getCodeSource();
    try {
      Path war = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(war) ? war : Path.of("parley.war");
    } catch (URISyntaxException | RuntimeException unusual) {
      return Path.of("parley.war");
    }
  }
}
