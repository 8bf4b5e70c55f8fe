package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.parley.bridge.ExaminedServer;
import dev.parley.bridge.JsonValue;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;

/** The program that answers: Parley, a proxy in front of it, or something else. */
final class ServerLink implements Link {
  private static final int MILLIS = 4_000;
  private static final int LOOK_MILLIS = 1_000;
  private static final int MAX_SHOWN = 60;
  private static final String ADDRESS =
      "Name the address of Parley with --url or PARLEY_URL, or start Parley on another port.";

  @Override
  public String name() {
    return "server";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(PortLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    ExaminedServer server = examination.server();
    String at = server.address();
    ExaminedServer.Reply reply;
    try {
      reply = server.get("/health", "", MILLIS);
    } catch (SocketTimeoutException silent) {
      return Finding.broken(
          "Something listens at " + at + " and gives no answer.",
          "See if the server hangs or the machine is overloaded: jstack PID, and its log.");
    } catch (IOException | NumberFormatException notHttp) {
      return other(server);
    }
    if (isParley(reply)) {
      examination.learnHealth(reply);
      return Finding.ok("Parley answers at " + at + ProxyHints.of(reply.headers()) + ".");
    }
    return isTlsOnly(reply) ? speaksTls(server.authority()) : stranger(at, reply);
  }

  /** Returns whether a server refused plain HTTP, in the words of Parley. */
  private static boolean isTlsOnly(ExaminedServer.Reply reply) {
    return reply.status() == 400 && reply.body().contains("speaks TLS only");
  }

  private static Finding speaksTls(String at) {
    return Finding.broken(
        "The server at " + at + " speaks TLS only.", "Write https:// in --url or PARLEY_URL.");
  }

  private static boolean isParley(ExaminedServer.Reply reply) {
    Optional<JsonValue> body = reply.json();
    return body.flatMap(json -> json.text("status"))
            .filter(List.of("up", "degraded", "down")::contains)
            .isPresent()
        || body.flatMap(json -> json.text("error", "data", "code")).isPresent();
  }

  private static Finding stranger(String at, ExaminedServer.Reply reply) {
    String is = "HTTP " + reply.status() + ProxyHints.of(reply.headers());
    return switch (reply.status()) {
      case 502, 503, 504 ->
          Finding.broken(
              "A proxy answers at " + at + " for a server that is away: " + is + ".",
              "Start Parley, and correct the address that the proxy passes requests on to.");
      case 401, 407 ->
          Finding.broken(
              "Something in front of Parley at " + at + " wants a login: " + is + ".",
              "Let the proxy pass on the paths of Parley without a login of its own.");
      case 301, 302, 303, 307, 308 ->
          Finding.broken(
              at
                  + " redirects to "
                  + shown(reply.header("location").orElse("nowhere").replaceAll("\\?.*", ""))
                  + ".",
              "Name that address with --url or PARLEY_URL; bridges follow no redirect.");
      default ->
          Finding.broken("Another program than Parley answers at " + at + ": " + is + ".", ADDRESS);
    };
  }

  /** A program that does not speak HTTP, or TLS where plain HTTP was asked for. */
  private static Finding other(ExaminedServer server) {
    String words = firstWords(server);
    String at = server.authority();
    if (!words.isEmpty() && words.charAt(0) == 0x15) {
      return speaksTls(at);
    }
    return Finding.broken(
        "Another program than Parley listens at "
            + at
            + ", which does not speak HTTP"
            + (words.isEmpty() ? "." : ": " + shown(words) + "."),
        ADDRESS);
  }

  private static String firstWords(ExaminedServer server) {
    if (server.isOverTls()) {
      return "";
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.host(), server.port()), LOOK_MILLIS);
      socket.setSoTimeout(LOOK_MILLIS);
      socket.getOutputStream().write("GET /health HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1));
      byte[] first = new byte[MAX_SHOWN];
      int length = socket.getInputStream().read(first);
      return length <= 0 ? "" : new String(first, 0, length, ISO_8859_1);
    } catch (IOException nothing) {
      return "";
    }
  }

  private static String shown(String text) {
    String plain = text.lines().findFirst().orElse("").replaceAll("[^\\x20-\\x7e]", "?");
    return plain.length() > MAX_SHOWN ? plain.substring(0, MAX_SHOWN) + "..." : plain;
  }
}
