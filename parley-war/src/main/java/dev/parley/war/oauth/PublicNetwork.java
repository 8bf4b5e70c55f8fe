package dev.parley.war.oauth;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * The addresses of the public network. An address that a stranger names must not lead to this
 * machine or its neighbors, in whatever notation.
 */
final class PublicNetwork {
  private PublicNetwork() {}

  /** Returns whether an address is one of the public network. */
  static boolean has(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return !isReserved(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff);
    }
    // of IPv6, global unicast alone, without what carries an address of IPv4
    int first = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    int second = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
    boolean isGlobal = address instanceof Inet6Address && (first & 0xe000) == 0x2000;
    boolean isTunnel = first == 0x2002 || (first == 0x2001 && second < 0x0200);
    boolean isExample = first == 0x2001 && second == 0x0db8;
    return isGlobal && !isTunnel && !isExample;
  }

  private static boolean isReserved(int first, int second, int third) {
    return first == 0
        || first >= 240
        || (first == 100 && second >= 64 && second < 128)
        || (first == 192 && second == 0 && (third == 0 || third == 2))
        || (first == 198 && (second == 18 || second == 19))
        || (first == 198 && second == 51 && third == 100)
        || (first == 203 && second == 0 && third == 113);
  }
}
