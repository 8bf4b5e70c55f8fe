package dev.parley.service;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One call of the command. */
final class ServiceRun {
  private static final Path UNITS_OF_THE_MACHINE = Path.of("/etc/systemd/system");

  private final ServiceOptions options;
  private final ServiceHost host;
  private final PrintStream out;
  private final InitSystem init;
  private final ServiceFile file;
  private final ServiceControl control;

  /**
   * Decides where the file lies and what it says.
   *
   * @throws ServiceRefused where there is no such service on this machine
   */
  ServiceRun(ServiceOptions options, ServiceHost host, SystemProgram program, PrintStream out) {
    this.options = options;
    this.host = host;
    this.out = out;
    this.init =
        options
            .init()
            .or(() -> InitSystem.ofSystem(host.system()))
            .orElseThrow(
                () ->
                    new ServiceRefused(
                        "there are services of systemd and launchd, and none of " + host.system()));
    if (init == InitSystem.LAUNCHD && options.system()) {
      throw new ServiceRefused("under launchd the service is that of a user; leave out --system");
    }
    this.file = file();
    this.control =
        init == InitSystem.SYSTEMD
            ? new SystemdControl(program, options.system())
            : new LaunchdControl(program, file.path());
  }

  private ServiceFile file() {
    if (init == InitSystem.LAUNCHD) {
      Path library = host.home().resolve("Library");
      Path log = library.resolve("Logs").resolve("parley.log");
      return new ServiceFile(
          below(library.resolve("LaunchAgents").resolve(LaunchdPlist.LABEL + ".plist")),
          LaunchdPlist.text(host.java(), host.war(), log));
    }
    Path folder =
        options.system() ? UNITS_OF_THE_MACHINE : host.configs().resolve("systemd").resolve("user");
    return new ServiceFile(
        below(folder.resolve(SystemdUnit.NAME)),
        SystemdUnit.text(host.java(), host.war(), options.system()));
  }

  private Path below(Path path) {
    Path absolute = path.toAbsolutePath();
    return options
        .root()
        .map(root -> root.resolve(absolute.subpath(0, absolute.getNameCount())))
        .orElse(absolute);
  }

  /** Does it; returns false for the status of a service that does not run. */
  boolean run() throws IOException {
    try {
      return switch (options.action()) {
        case "install" -> install();
        case "uninstall" -> uninstall();
        default -> status();
      };
    } catch (AccessDeniedException denied) {
      throw new ServiceRefused(
          "cannot write " + denied.getFile() + (options.system() ? "; run it as root" : ""));
    }
  }

  private boolean install() throws IOException {
    if (options.print()) {
      out.print(file.text());
      return true;
    }
    if (options.root().isEmpty()) {
      checkProgram(host.java());
      checkProgram(host.war());
    }
    file.write();
    out.println("Written: " + file.path());
    if (options.root().isPresent()) {
      return true;
    }
    control.load(options.start());
    out.println(options.start() ? "Started." : "Not started yet.");
    if (init == InitSystem.SYSTEMD && !options.system()) {
      out.println("It ends when you log out, unless you run: loginctl enable-linger");
    }
    out.println(
        "To see it: service status"
            + same()
            + (init == InitSystem.SYSTEMD
                ? "; its log: journalctl " + (options.system() ? "-u" : "--user -u") + " parley"
                : ""));
    return true;
  }

  private String same() {
    return options.system() ? " --system" : "";
  }

  private void checkProgram(Path program) {
    if (!Files.isRegularFile(program)) {
      throw new ServiceRefused("there is no file " + program);
    }
    if (options.system()) {
      SystemdUnit.checkVisible(program);
    }
  }

  private boolean uninstall() throws IOException {
    if (file.state() == ServiceFile.State.ABSENT) {
      out.println("Not installed: there is no " + file.path());
      return true;
    }
    file.refuseForeign();
    if (options.root().isEmpty()) {
      control.end();
    }
    file.delete();
    if (options.root().isEmpty()) {
      control.forget();
    }
    out.println("Deleted: " + file.path() + ". Data and settings are still there.");
    return true;
  }

  private boolean status() throws IOException {
    ServiceState state =
        options.root().isPresent()
            ? new ServiceState(
                file.path(), file.state(), ServiceState.UNKNOWN, ServiceState.UNKNOWN)
            : control.state(file);
    out.print(options.json() ? state.json() : state.text());
    return state.isActive();
  }
}
