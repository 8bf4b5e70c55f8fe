package dev.parley.bridge;

import java.io.PrintStream;

/**
 * The bridge's messages to people. They go to the error stream, which clients show as errors. So
 * nothing is written while all goes well, unless {@code PARLEY_LOG=debug} asks for it.
 */
final class BridgeLog {
  private final String program;
  private final boolean debug;
  private final PrintStream to;

  BridgeLog(boolean debug, PrintStream to) {
    this("mcp", debug, to);
  }

  /**
   * @param program the word of the command line that started it
   */
  BridgeLog(String program, boolean debug, PrintStream to) {
    this.program = program;
    this.debug = debug;
    this.to = to;
  }

  void debug(String what, Object about) {
    if (debug) {
      to.println("parley " + program + ": " + what + " " + about);
    }
  }

  void error(String what) {
    to.println("parley " + program + ": " + what);
  }
}
