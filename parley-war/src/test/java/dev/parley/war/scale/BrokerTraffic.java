package dev.parley.war.scale;

import dev.parley.war.faults.BrokerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes that a broker received and sent since its start, as it counts them itself. */
final class BrokerTraffic {
  private static final Pattern NATS = Pattern.compile("\"(?:in|out)_bytes\": ?(\\d+)");
  private static final Pattern REDIS = Pattern.compile("total_net_(?:in|out)put_bytes:(\\d+)");
  private static final byte[] ASK = "INFO stats\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII);

  private BrokerTraffic() {}

  static long bytes(Broker broker, BrokerProcess process) {
    try {
      return switch (broker) {
        case NATS -> sum(NATS, nats(process.monitor()));
        case REDIS -> sum(REDIS, redis(URI.create(process.url()).getPort()));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String nats(URL monitor) throws IOException {
    try (var answer = monitor.openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String redis(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      out.write(ASK);
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static long sum(Pattern number, String text) {
    Matcher found = number.matcher(text);
    long sum = 0;
    while (found.find()) {
      sum += Long.parseLong(found.group(1));
    }
    return sum;
  }
}
