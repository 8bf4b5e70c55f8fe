package dev.parley.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The service under systemd, by {@code systemctl}. */
final class SystemdControl implements ServiceControl {
  private final SystemProgram program;
  private final boolean system;

  SystemdControl(SystemProgram program, boolean system) {
    this.program = program;
    this.system = system;
  }

  @Override
  public void load(boolean start) throws IOException {
    succeed("daemon-reload");
    succeed("enable", SystemdUnit.NAME);
    if (start) {
      // one that runs goes on with the file that it was started from
      succeed("restart", SystemdUnit.NAME);
    }
  }

  @Override
  public void end() throws IOException {
    succeed("disable", "--now", SystemdUnit.NAME);
  }

  @Override
  public void forget() throws IOException {
    succeed("daemon-reload");
  }

  @Override
  public ServiceState state(ServiceFile file) throws IOException {
    String shown =
        succeed("show", SystemdUnit.NAME, "--no-pager", "--property=ActiveState,UnitFileState");
    return new ServiceState(
        file.path(),
        file.state(),
        property(shown, "ActiveState"),
        property(shown, "UnitFileState"));
  }

  private static String property(String shown, String name) {
    return shown
        .lines()
        .filter(line -> line.startsWith(name + "=") && line.length() > name.length() + 1)
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse(ServiceState.UNKNOWN);
  }

  private String succeed(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("systemctl"));
    if (!system) {
      command.add("--user");
    }
    command.addAll(List.of(words));
    return ServiceControl.succeed(program, command);
  }
}
