package dev.parley.war.bench;

import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the driver itself can take: this thread writes events to all streams as fast as it can, the
 * selector thread counts them. If this is not far above a server's figure, that figure is ours.
 */
final class Blast implements Workload {
  private static final int EVENT_BYTES = 400;
  private static final double ENOUGH = 160_000;

  private final int eventsPerWrite;
  private final Figure rate;
  private final Figure readerCpu;

  Blast(int eventsPerWrite) {
    this.eventsPerWrite = eventsPerWrite;
    String name = "driver alone, " + eventsPerWrite + " events a write: ";
    this.rate = Figure.atLeast(name + "deliveries/s", ENOUGH);
    this.readerCpu = Figure.told(name + "reader CPU us per delivery");
  }

  @Override
  public String name() {
    return "The driver alone, " + eventsPerWrite + " events a write";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    int seconds = Math.max(1, settings.seconds() / 3);
    once(settings.members(), seconds, false);
    for (int run = 0; run < settings.runs(); run++) {
      once(settings.members(), seconds, true);
    }
    return List.of(rate, readerCpu);
  }

  private void once(int members, int seconds, boolean keep) throws IOException {
    MarkCounter counter = new MarkCounter();
    List<SocketChannel> accepted = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open();
        EventStreams streams = new EventStreams(counter, RoomFlood.PAUSE_NANOS)) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int i = 0; i < members; i++) {
        streams.add(SocketChannel.open(server.getLocalAddress()));
        SocketChannel writing = server.accept();
        writing.configureBlocking(false);
        accepted.add(writing);
      }
      streams.start();
      long begun = System.nanoTime();
      write(accepted, begun + TimeUnit.SECONDS.toNanos(seconds));
      long counted = counter.count();
      if (keep) {
        rate.add(counted / ((System.nanoTime() - begun) / 1e9));
        readerCpu.add((double) streams.cpuMicros() / counted);
      }
    } finally {
      for (SocketChannel channel : accepted) {
        channel.close();
      }
    }
  }

  private void write(List<SocketChannel> channels, long until) throws IOException {
    String event = "x".repeat(EVENT_BYTES - 1) + Wire.MARK;
    byte[] bytes = event.repeat(eventsPerWrite).getBytes(Wire.ASCII);
    ByteBuffer events = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    while (System.nanoTime() < until) {
      for (SocketChannel channel : channels) {
        channel.write(events.flip());
      }
    }
  }
}
