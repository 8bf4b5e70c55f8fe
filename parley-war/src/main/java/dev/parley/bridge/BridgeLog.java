package dev.parley.bridge;

import java.io.PrintStream;

/**
 * The bridge's messages to people. They go to the error stream, which clients show as errors. So
 * nothing is written while all goes well, unless {@code PARLEY_LOG=debug} asks for it.
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
