package dev.parley.bridge;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The way to the client: whole lines, one at a time, each gone before the call returns. A client
 * that does not read stops its writers here, and with them the server's stream, which is the back
 * pressure wanted. Safe for all threads.
 */
final class ClientOutput {
  private final OutputStream out;
  private volatile boolean broken;

  ClientOutput(OutputStream out) {
    this.out = out;
  }

  void line(byte[] message) {
    byte[] line = new byte[message.length + 1];
    System.arraycopy(message, 0, line, 0, message.length);
    line[message.length] = '\n';
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException clientGone) {
        // Its end of input follows, and ends the bridge.
        broken = true;
      }
    }
  }

  /** Returns true if the client has stopped listening for good. */
  boolean isBroken() {
    return broken;
  }
}
