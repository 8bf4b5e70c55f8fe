package dev.parley.server;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds out if an address reaches this machine alone. */
final class Loopback {
  private Loopback() {}

  /** A name counts as what it resolves to, all of it. */
  static boolean is(String bind) {
    try {
      for (InetAddress address : InetAddress.getAllByName(bind)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
