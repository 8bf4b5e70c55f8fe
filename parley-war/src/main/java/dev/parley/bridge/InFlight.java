package dev.parley.bridge;

import org.jspecify.annotations.Nullable;

/**
 * A handle by which another thread can give up an exchange with the server, at any of its stages.
 * Once the reply was read it holds nothing: the connection may carry somebody else's exchange by
 * then.
 */
final class InFlight {
  private @Nullable HttpConnection socket;
  private boolean aborted;

  synchronized void over(HttpConnection carrier) {
    socket = carrier;
    if (aborted) {
      carrier.close();
    }
  }

  /** Lets go of the connection; false if the exchange was given up, and the connection with it. */
  synchronized boolean land() {
    socket = null;
    return !aborted;
  }

  synchronized void abort() {
    aborted = true;
    if (socket != null) {
      socket.close();
    }
  }

  synchronized boolean isAborted() {
    return aborted;
  }
}
