package dev.parley.bridge;

import java.io.PrintStream;

/**
 * What the bridge says to people: on the error stream, which clients show as errors, so nothing at
 * all while things go their way, unless {@code PARLEY_LOG=debug} asks for it.
 */
final class BridgeLog {
  private final boolean debug;
  private final PrintStream to;

  BridgeLog(boolean debug, PrintStream to) {
    this.debug = debug;
    this.to = to;
  }

  void debug(String what, Object about) {
    if (debug) {
      to.println("parley mcp: " + what + " " + about);
    }
  }

  void error(String what) {
    to.println("parley mcp: " + what);
  }
}
