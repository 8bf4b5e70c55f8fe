package dev.parley.war.launch.mcp;

import org.jspecify.annotations.Nullable;

/** A handle by which another thread can give up an exchange with the hub, at any of its stages. */
final class InFlight {
  private @Nullable HubSocket socket;
  private boolean aborted;

  synchronized void over(HubSocket carrier) {
    socket = carrier;
    if (aborted) {
      carrier.close();
    }
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
