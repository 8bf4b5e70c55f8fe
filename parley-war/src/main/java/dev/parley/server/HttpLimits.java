package dev.parley.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The bounds of the embedded server's connections.
 *
 * @param connections how many there may be in all
 * @param ofAnAddress how many of them one address may have; empty: {@value #DEFAULT_PER_ADDRESS},
 *     and of this machine three quarters of all
 * @param proxies addresses of proxies, which may have as many as this machine
 * @param idle how long a connection may be without a request
 * @param minDataRate bytes a second that a client has to take of an answer, on average; 0: any
 */
record HttpLimits(
    int connections,
    Optional<Integer> ofAnAddress,
    List<String> proxies,
    Duration idle,
    int minDataRate) {
  static final int DEFAULT_CONNECTIONS = 8_000;
  static final int DEFAULT_PER_ADDRESS = 1_000;
  static final int DEFAULT_IDLE_SECONDS = 60;
  static final int DEFAULT_MIN_DATA_RATE = 1_024;

  /** Descriptors that files, the database and brokers need. */
  private static final int OTHER_DESCRIPTORS = 200;

  /** The same, with no more connections than the process may have open files. */
  HttpLimits withinOpenFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? new HttpLimits(
            (int)
                Math.min(
                    connections,
                    Math.max(
                        OTHER_DESCRIPTORS, unix.getMaxFileDescriptorCount() - OTHER_DESCRIPTORS)),
            ofAnAddress,
            proxies,
            idle,
            minDataRate)
        : this;
  }

  /** The number of connections {@code address} may have. */
  int perAddress(InetAddress address) {
    return ofAnAddress.orElseGet(
        () ->
            address.isLoopbackAddress() || proxies.contains(address.getHostAddress())
                ? Math.max(1, connections * 3 / 4)
                : DEFAULT_PER_ADDRESS);
  }
}
