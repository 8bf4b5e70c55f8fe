package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import java.net.URI;
import java.util.Set;

/** Completes the addresses of the gateway, and refuses those that would show the token. */
final class DiscordGatewayAddress {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String QUERY = "?v=10&encoding=json";

  private final boolean isLocal;

  /** The addresses of a system whose API is at {@code base}. */
  DiscordGatewayAddress(URI base) {
    this.isLocal = isLoopback(base);
  }

  /** Returns true if an address is one of this machine. */
  static boolean isLoopback(URI address) {
    return address.getHost() != null && LOOPBACK.contains(address.getHost());
  }

  /**
   * The address to connect to.
   *
   * @throws ChatFailure {@code UNREACHABLE} for one that is none or not encrypted
   */
  URI of(String given) {
    try {
      URI address = URI.create(given);
      boolean isPlainHere = isLocal && "ws".equals(address.getScheme()) && isLoopback(address);
      if ("wss".equals(address.getScheme()) || isPlainHere) {
        String bare = given.endsWith("/") ? given : given + "/";
        return URI.create(bare + QUERY);
      }
    } catch (IllegalArgumentException noAddress) {
      throw ChatFailure.unreachable("the address of the gateway is none", noAddress);
    }
    throw ChatFailure.unreachable("the address of the gateway is not encrypted", null);
  }
}
