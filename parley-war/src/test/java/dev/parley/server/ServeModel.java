package dev.parley.server;

import dev.parley.server.settings.SettingSources;
import picocli.CommandLine.Model.CommandSpec;

/** The model of the command line of {@code serve}, for tests of other packages. */
public final class ServeModel {
  private ServeModel() {}

  /** Returns the model, with no sources behind it. */
  public static CommandSpec spec() {
    return Serve.line(SettingSources.none()).getCommandSpec();
  }
}
