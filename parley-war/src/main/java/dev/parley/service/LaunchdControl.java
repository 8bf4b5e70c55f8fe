package dev.parley.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The service under launchd, by {@code launchctl}. */
final class LaunchdControl implements ServiceControl {
  private static final String PROGRAM = "launchctl";

  private final SystemProgram program;
  private final Path file;

  LaunchdControl(SystemProgram program, Path file) {
    this.program = program;
    this.file = file;
  }

  @Override
  public void load(boolean start) throws IOException {
    if (!start) {
      return; // the file is read at the next login
    }
    if (isLoaded()) {
      end();
    }
    ServiceControl.succeed(
        program, List.of(PROGRAM, "bootstrap", domain(), ServiceFile.checked(file)));
  }

  @Override
  public void end() throws IOException {
    if (isLoaded()) {
      ServiceControl.succeed(program, List.of(PROGRAM, "bootout", target()));
    }
  }

  @Override
  public void forget() {
    // it forgot the service with its end
  }

  @Override
  public ServiceState state(ServiceFile file) throws IOException {
    SystemProgram.Ended shown = program.run(List.of(PROGRAM, "print", target()));
    String active =
        shown
            .output()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("state = "))
            .map(line -> line.substring("state = ".length()))
            .findFirst()
            .orElse("inactive");
    ServiceFile.State state = file.state();
    return new ServiceState(
        file.path(), state, active, state == ServiceFile.State.ABSENT ? "disabled" : "enabled");
  }

  private boolean isLoaded() throws IOException {
    return program.run(List.of(PROGRAM, "print", target())).code() == 0;
  }

  private String target() throws IOException {
    return domain() + "/" + LaunchdPlist.LABEL;
  }

  private String domain() throws IOException {
    return "gui/" + ServiceControl.succeed(program, List.of("id", "-u"));
  }
}
