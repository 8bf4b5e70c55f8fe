package dev.parley.war.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A server with a heap of 256 MB whose {@code /health} is asked ten times a second and whose heap
 * is read as often, from its start until it is closed.
 */
final class ServerUnderAttack implements AutoCloseable {
  private static final String HEAP = "-Xmx256m";
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(10);

  private final RunningServer server;
  private final JMXConnector connector;
  private final MemoryMXBean memory;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicLong slowestMillis = new AtomicLong();
  private final AtomicLong heapPeak = new AtomicLong();
  private final Thread watcher = new Thread(this::watch, "server-under-attack");
  private volatile boolean closing;

  @SuppressWarnings("BanJNDI") // the other end is a process of this test
  ServerUnderAttack(ServerLaunch launch) {
    server = launch.jvm(HEAP).start();
    try {
      connector = JMXConnectorFactory.connect(management(server.handle().pid()));
      memory =
          ManagementFactory.getPlatformMXBean(
              connector.getMBeanServerConnection(), MemoryMXBean.class);
    } catch (IOException e) {
      server.close();
      throw new UncheckedIOException(e);
    }
    watcher.start();
  }

  private static JMXServiceURL management(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return new JMXServiceURL(machine.startLocalManagementAgent());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException(e);
    }
  }

  RunningServer server() {
    return server;
  }

  private void watch() {
    HttpRequest health =
        HttpRequest.newBuilder(URI.create(server.base() + "/health")).timeout(ANSWER_BOUND).build();
    while (!closing) {
      long start = System.nanoTime();
      asked.incrementAndGet();
      try {
        if (http.send(health, BodyHandlers.discarding()).statusCode() != 200) {
          failed.incrementAndGet();
        }
        heapPeak.accumulateAndGet(memory.getHeapMemoryUsage().getUsed(), Math::max);
      } catch (IOException | RuntimeException e) {
        failed.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      slowestMillis.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
      LockSupport.parkNanos(EVERY.toNanos());
    }
  }

  /** Prints the figures of the attack; fails where the server ended or did not say it is up. */
  void survived(String attack, String done) {
    memory.gc();
    System.out.printf(
        "%s: %s; /health slowest %d ms of %d, %d failed; heap %.1f MB at most, %.1f MB after a"
            + " collection; resident %d MB%n",
        attack,
        done,
        slowestMillis.get(),
        asked.get(),
        failed.get(),
        heapPeak.get() / 1e6,
        memory.getHeapMemoryUsage().getUsed() / 1e6,
        server.residentMegabytes());
    assertThat(failed).as(attack).hasValue(0);
    assertThat(server.handle().isAlive()).as(attack).isTrue();
    assertThat(String.join("\n", server.printed())).doesNotContain("OutOfMemory", "SEVERE");
  }

  @Override
  public void close() {
    closing = true;
    try {
      watcher.join();
      connector.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException ended) {
      // the server is gone already
    } finally {
      server.close();
    }
  }
}
