package dev.parley.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the connections of the server, in all and by address. At a bound, the connection that has
 * asked for nothing for the longest time is closed for a new one. Where every one is in use, the
 * new one gets a refusal in answer to its first request, and ends.
 *
 * <p>A connection without a request ends after the idle time, also one that sends a head byte by
 * byte. For any thread.
 */
final class ConnectionLimits implements Connection.Listener {
  /** A surplus connection may wait for its refusal; past so many they are closed at once. */
  private static final int MAX_SURPLUS = 100;

  private static final long SURPLUS_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final HttpLimits limits;
  private final LongSupplier nanos;
  private final Map<Connection, Client> clients = new ConcurrentHashMap<>();

  /** Guarded by this. */
  private final Map<InetAddress, Integer> counts = new HashMap<>();

  private final AtomicInteger surplus = new AtomicInteger();

  /** One connection. */
  static final class Client {
    private final Connection connection;
    private final InetAddress address;
    private final boolean surplus;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile long quietSince;

    private Client(Connection connection, InetAddress address, boolean surplus, long now) {
      this.connection = connection;
      this.address = address;
      this.surplus = surplus;
      this.quietSince = now;
    }

    /** Returns true if it is beyond the bound, and to be refused. */
    boolean isSurplus() {
      return surplus;
    }

    void requestBegins() {
      requests.incrementAndGet();
    }

    void requestEnds(long now) {
      quietSince = now;
      requests.decrementAndGet();
    }

    boolean isQuiet() {
      return requests.get() == 0;
    }
  }

  ConnectionLimits(HttpLimits limits) {
    this(limits, System::nanoTime);
  }

  ConnectionLimits(HttpLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return; // the connection within it is the one that asks
    }
    InetAddress address = address(connection.getEndPoint().getRemoteSocketAddress());
    @Nullable Client victim = null;
    boolean isSurplus = false;
    synchronized (this) {
      int ofAddress = counts.merge(address, 1, Integer::sum);
      boolean addressFull = ofAddress > limits.perAddress(address);
      if (addressFull || clients.size() >= limits.connections()) {
        victim = quietest(addressFull ? Optional.of(address) : Optional.empty()).orElse(null);
        isSurplus = victim == null;
      }
      clients.put(connection, new Client(connection, address, isSurplus, nanos.getAsLong()));
      if (victim != null) {
        forget(victim.connection);
      }
    }
    if (victim != null) {
      victim.connection.getEndPoint().close();
    }
    if (isSurplus && surplus.incrementAndGet() > MAX_SURPLUS) {
      connection.getEndPoint().close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    forget(connection);
  }

  private synchronized void forget(Connection connection) {
    Client gone = clients.remove(connection);
    if (gone != null) {
      counts.computeIfPresent(gone.address, (address, count) -> count > 1 ? count - 1 : null);
      if (gone.surplus) {
        surplus.decrementAndGet();
      }
    }
  }

  private Optional<Client> quietest(Optional<InetAddress> address) {
    return clients.values().stream()
        .filter(client -> address.isEmpty() || client.address.equals(address.get()))
        .filter(client -> client.isQuiet() && !client.surplus)
        .min(Comparator.comparingLong(client -> client.quietSince - nanos.getAsLong()));
  }

  /** The client of a connection; empty once it is closed. */
  Optional<Client> client(Connection connection) {
    return Optional.ofNullable(clients.get(connection));
  }

  /** Closes the connections that have asked for nothing for too long. */
  void sweep() {
    long now = nanos.getAsLong();
    for (Client client : clients.values()) {
      long most = client.surplus ? SURPLUS_NANOS : limits.idle().toNanos();
      if (client.isQuiet() && now - client.quietSince > most) {
        client.connection.getEndPoint().close();
      }
    }
  }

  private static InetAddress address(@Nullable SocketAddress remote) {
    return remote instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
