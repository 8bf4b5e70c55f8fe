package dev.parley.service;

import java.io.IOException;
import java.util.List;

/** An init system that starts, ends and reports the service. */
interface ServiceControl {
  /** Makes the init system read the file that was written, and runs the service now if asked to. */
  void load(boolean start) throws IOException;

  /** Ends the service, before its file is deleted. */
  void end() throws IOException;

  /** Makes the init system forget the file that was deleted. */
  void forget() throws IOException;

  /** Returns the state, the file of which is {@code state}. */
  ServiceState state(ServiceFile file) throws IOException;

  /**
   * Runs a program.
   *
   * @return its output
   * @throws ServiceRefused where it fails, with its output
   */
  static String succeed(SystemProgram program, List<String> command) throws IOException {
    SystemProgram.Ended ended = program.run(command);
    if (ended.code() != 0) {
      throw new ServiceRefused(
          "`" + String.join(" ", command) + "` failed (" + ended.code() + "): " + ended.output());
    }
    return ended.output();
  }
}
