package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on rooms, their messages and claimed tasks. The server checks their values. */
final class RoomOptions {
  @Option(
      names = "--rate-limit",
      paramLabel = "RATE:BURST|off",
      description =
          "Messages a second, and at once, of one connection. Bounds: each 1 to 1000000, or "
              + "off. Default: 10:20.")
  private @Nullable String rateLimit;

  @Option(
      names = "--replay",
      paramLabel = "COUNT",
      description = "Pushes a connection can resume over. Bounds: 64 to 65536. Default: 1024.")
  private @Nullable Integer replay;

  @Option(
      names = "--stuck-after",
      paramLabel = "SECONDS",
      description =
          "How long a client may take nothing before its stream is closed; in an application "
              + "server a time such as 10s. Bounds: 1 to 2592000, 30 days. Default: 10.")
  private @Nullable Integer stuckAfter;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description =
          "How long a claimed task is kept for a silent agent, 15m or PT15M. Bounds: 1s to "
              + "P30D. Default: 15m.")
  private @Nullable String lease;

  @Option(
      names = "--bus",
      paramLabel = "URL",
      description =
          "Store of durable rooms: redis://host:port, nats://host:port, or a chat system by "
              + "matrix://, xmpp://, zulip://, discord://, telegram:// or slack://. Default: the "
              + "database.")
  private @Nullable String backend;

  @Option(
      names = "--mirror",
      paramLabel = "ROOM=URL",
      split = " +",
      splitSynopsisLabel = " ",
      description =
          "Mirror a durable room in a room of a chat system, for example"
              + " planning=slack://team/C0123456789. May be given several times; in the environment"
              + " and the file with blanks between. Of several nodes, give it to one. Default:"
              + " none.")
  private List<String> mirrors = List.of();

  @Option(
      names = "--topics",
      paramLabel = "NAMES",
      description = "Rooms agents may use, with commas. Default: all.")
  private @Nullable String topics;

  @Option(
      names = "--post-topics",
      paramLabel = "PATTERNS",
      description =
          "Patterns of further rooms they may use, with commas; each matches a whole name. "
              + "Bounds: 256 ASCII characters each, which repeat a part up to 1000 times. "
              + "Default: none.")
  private @Nullable String postTopics;

  @Option(
      names = "--keep-messages",
      paramLabel = "COUNT",
      description =
          "Messages that are kept of each durable room. Bounds: 1 to 999999999. Default: all.")
  private @Nullable Integer keepMessages;

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description =
          "How long a message of a durable room is kept, 720h or P30D. Bounds: PT0.1S or "
              + "more. Default: always.")
  private @Nullable String keep;

  /** The settings that were given, by their names. */
  Map<String, Object> given() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("rate-limit", rateLimit);
    all.put("replay", replay);
    all.put("stuck-after", stuckAfter == null ? null : "PT" + stuckAfter + "S");
    all.put("lease", lease);
    all.put("bus", backend);
    all.put("mirror", mirrors.isEmpty() ? null : String.join(" ", mirrors));
    all.put("topics", topics);
    all.put("post-topics", postTopics);
    all.put("keep-messages", keepMessages);
    all.put("keep", keep);
    return OptionValues.of(all);
  }
}
