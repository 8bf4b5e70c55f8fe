package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way from the command hooks of a client to its MCP session, for hooks that cannot call tools.
 * A hook posts its input over HTTP on a Unix socket, {@code POST /EVENT}, and prints the answer.
 * The socket is named after the process of the client, which the bridge and the hook descend from.
 */
final class HookSocket implements Runnable {
  private static final int MAX_HEAD = 4_096;

  /** The maximum size of a hook's input in bytes; of a longer one only the event is used. */
  private static final int MAX_INPUT = 256 * 1024;

  private static final String LENGTH = "\r\ncontent-length:";
  private static final int MAX_EVENT = 32;

  /** The longest path of a Unix socket on every platform, in bytes. */
  private static final int MAX_PATH = 103;

  private final ServerSocketChannel channel;
  private final Path path;
  private final String dialect;
  private final HookSettings settings;
  private final BridgeConnection connection;
  private final McpClient link;
  private final BridgeLog log;
  private int asked;

  private HookSocket(
      ServerSocketChannel channel,
      Path path,
      String dialect,
      HookSettings settings,
      BridgeConnection connection,
      McpClient link,
      BridgeLog log) {
    this.channel = channel;
    this.path = path;
    this.dialect = dialect;
    this.settings = settings;
    this.connection = connection;
    this.link = link;
    this.log = log;
  }

  /** Returns the path of the socket for the client with this process; null where there is none. */
  static @Nullable Path path(Map<String, String> environment, long client) {
    Path folder = StateFolder.of(environment, "hook");
    Path path = folder == null ? null : folder.resolve(Long.toString(client));
    return path == null || path.toString().getBytes(UTF_8).length > MAX_PATH ? null : path;
  }

  /**
   * Opens the socket of the client that started this process; null where that is not possible.
   *
   * @param dialect the client, as the server knows the form of its hooks
   * @param settings the user's choices about hooks
   */
  static @Nullable HookSocket open(
      Map<String, String> environment,
      String dialect,
      HookSettings settings,
      BridgeConnection connection,
      McpClient link,
      BridgeLog log) {
    Optional<ProcessHandle> client = ProcessHandle.current().parent();
    Path path = client.isEmpty() ? null : path(environment, client.get().pid());
    if (path == null) {
      return null;
    }
    try {
      Path folder = path.getParent();
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(
          folder,
          Set.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));
      Files.deleteIfExists(path);
      ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      channel.bind(UnixDomainSocketAddress.of(path));
      return new HookSocket(channel, path, dialect, settings, connection, link, log);
    } catch (IOException | UnsupportedOperationException noSocket) {
      log.debug("no socket for hooks:", String.valueOf(noSocket.getMessage()));
      return null;
    }
  }

  @Override
  public void run() {
    while (channel.isOpen()) {
      try (SocketChannel hook = channel.accept()) {
        answer(hook);
      } catch (IOException gone) {
        log.debug("a hook went away:", String.valueOf(gone.getMessage()));
      }
    }
  }

  private void answer(SocketChannel hook) throws IOException {
    Asked asked = asked(hook);
    String body =
        asked == null || settings.isOff(asked.event()) ? HookSettings.NOTHING : output(asked);
    byte[] bytes = body.getBytes(UTF_8);
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
            + bytes.length
            + "\r\n\r\n";
    for (ByteBuffer part : List.of(ByteBuffer.wrap(head.getBytes(UTF_8)), ByteBuffer.wrap(bytes))) {
      while (part.hasRemaining()) {
        hook.write(part);
      }
    }
  }

  /** The question of a hook: the event, and what else is known, each after a comma. */
  private record Asked(String event, String arguments) {}

  /** Reads a request; returns null where its path names no event. */
  private static @Nullable Asked asked(SocketChannel hook) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(MAX_HEAD);
    String head = "";
    while (!head.contains("\r\n\r\n")) {
      if (!read.hasRemaining() || hook.read(read) < 0) {
        return null;
      }
      head = new String(read.array(), 0, read.position(), ISO_8859_1);
    }
    int begun = head.indexOf("\r\n\r\n") + 4;
    String[] words = head.substring(0, head.indexOf('\r')).split(" ", 3);
    String event = words.length < 2 || words[1].isEmpty() ? "" : words[1].substring(1);
    if (!isWord(event)) {
      return null;
    }
    int size = length(head.substring(0, begun));
    if (size <= 0 || size > MAX_INPUT) {
      return new Asked(event, "");
    }
    ByteBuffer input = ByteBuffer.allocate(size);
    input.put(read.array(), begun, Math.min(size, read.position() - begun));
    while (input.hasRemaining() && hook.read(input) >= 0) {
      // until the whole input is there, or its sender has gone
    }
    return new Asked(event, HookInput.arguments(new String(input.array(), UTF_8)));
  }

  /** Returns the length of the content that the head of a request names; 0 where it names none. */
  private static int length(String head) {
    int header = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
    if (header < 0) {
      return 0;
    }
    int from = header + LENGTH.length();
    try {
      return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  private static boolean isWord(String event) {
    for (int i = 0; i < event.length(); i++) {
      char c = event.charAt(i);
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
        return false;
      }
    }
    return !event.isEmpty() && event.length() <= MAX_EVENT;
  }

  /** Returns what a hook prints; nothing where the server does not say. */
  private String output(Asked hook) {
    if (connection.isAway()) {
      connection.startServer();
      return HookSettings.NOTHING;
    }
    asked++;
    String request =
        "{\"jsonrpc\":\"2.0\",\"id\":\"parley-hook-"
            + asked
            + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"hook_event\",\"arguments\":"
            + "{\"event\":\""
            + hook.event()
            + "\",\"client\":\""
            + dialect
            + "\""
            + hook.arguments()
            + settings.arguments()
            + "}}}";
    try {
      JsonText content = link.ask(connection.session(), request).member("result", "content");
      List<JsonText> items = content == null ? List.of() : content.elements();
      String text = items.isEmpty() ? null : items.get(0).textAt("text");
      return text == null ? HookSettings.NOTHING : text;
    } catch (ServerCallException away) {
      log.debug("no answer for a hook:", away.sentence());
      if (away.kind() == ServerCallException.Kind.UNREACHABLE) {
        connection.startServer();
      }
      return HookSettings.NOTHING;
    }
  }

  /** Closes the socket and removes its file. */
  void close() {
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException leftBehind) {
      log.debug("the socket for hooks stays:", String.valueOf(leftBehind.getMessage()));
    }
  }
}
