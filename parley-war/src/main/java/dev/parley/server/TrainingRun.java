package dev.parley.server;

import dev.parley.bridge.BridgeClasses;
import dev.parley.bridge.CacheFolder;
import dev.parley.bridge.JsonValue;
import dev.parley.launch.ParentWatch;
import dev.parley.server.settings.SettingSources;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import picocli.CommandLine;

/**
 * A server that starts in an empty folder, answers the calls that a server answers first, and ends.
 * The JVM writes down which classes that takes: see {@code dev.parley.launch.SharedClasses}.
 */
final class TrainingRun {
  private static final String VERSION = "2025-11-25";

  private static final Set<String> OF_THE_LAUNCHER =
      Set.of("parley.file", "parley.webapp", "parley.child", "parley.cache");

  private final String origin;
  private String session = "";

  private TrainingRun(String origin) {
    this.origin = origin;
  }

  /**
   * Runs, and exits with 0 if all went well. The arguments are an empty folder for its data and for
   * what is half made, the number of times that it makes the calls, and the file of {@link
   * BridgeClasses} to make.
   */
  public static void main(String[] args) {
    forgetSettings(System.getProperties());
    ParentWatch.begin();
    try {
      run(Path.of(args[0]), Integer.parseInt(args[1]), Path.of(args[2]));
    } catch (IOException | RuntimeException failed) {
      System.err.println("parley: " + failed);
      System.exit(1);
    }
    System.exit(0);
  }

  /** Removes the settings of the user, above all the database, which are for no other server. */
  static void forgetSettings(Properties properties) {
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("parley.") && !OF_THE_LAUNCHER.contains(name)) {
        properties.remove(name);
      }
    }
  }

  private static void run(Path folder, int rounds, Path bridge) throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path config = Files.createFile(folder.resolve("parley.properties"));
    String[] words = {
      "--port",
      "0",
      "--bind",
      "127.0.0.1",
      "--data",
      data.toString(),
      "--config",
      config.toString(),
      "--rate-limit",
      "off"
    };
    CommandLine line = Serve.line(SettingSources.of(words, Map.of()));
    line.parseArgs(words);
    Serve serve = line.getCommand();
    EmbeddedServer server = serve.server();
    if (!server.start()) {
      throw new IOException("the server did not start");
    }
    String origin = "http://127.0.0.1:" + server.port();
    new TrainingRun(origin).callAll(rounds);
    makeBridge(origin, config, bridge);
  }

  /** A bridge starts without the file, too, only slower. */
  private static void makeBridge(String origin, Path config, Path file) {
    try {
      Path war = Path.of(System.getProperty("parley.file"));
      Path made = config.resolveSibling("bridge.jsa");
      if (!BridgeClasses.make(war, origin, config, made)) {
        System.err.println("parley: the bridge failed at its first messages");
        return;
      }
      CacheFolder.share(made);
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException unwritable) {
      System.err.println("parley: " + file + " cannot be written: " + unwritable);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void callAll(int rounds) throws IOException {
    get("/health");
    get("/");
    get("/api/me");
    call(
        "initialize",
        "{'protocolVersion':'"
            + VERSION
            + "','capabilities':{},'clientInfo':{'name':'training','version':'1'}}");
    call("tools/list", "{}");
    tool("join_room", "{'room':'training','nickname':'lead'}");
    tool("start_session", "{'agent_id':'lead','session_id':'training'}");
    for (int round = 0; round < rounds; round++) {
      tool("list_rooms", "{}");
      tool("send_message", "{'room':'training','body':'A message of a few words.'}");
      tool("parley_post", "{'topic':'training-log','content':'A message of a few words.'}");
      String task =
          field(
              tool(
                  "create_task",
                  "{'agent_id':'lead','title':'A task','description':'A few"
                      + " words.','priority':'medium'}"),
              "task_id");
      tool("claim_task", "{'agent_id':'lead','task_id':'" + task + "'}");
      tool("get_messages", "{'agent_id':'lead'}");
      tool("list_tasks", "{'agent_id':'lead'}");
    }
    tool("parley_fetch_recent", "{'topic':'training-log'}");
    tool("parley_list_users", "{}");
    tool("wait_for_messages", "{'block_ms':0}");
  }

  private String tool(String name, String arguments) throws IOException {
    return call("tools/call", "{'name':'" + name + "','arguments':" + arguments + "}");
  }

  private String call(String method, String parameters) throws IOException {
    String body = "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + parameters + "}";
    HttpURLConnection connection = open("/mcp");
    connection.setRequestProperty("Accept", "application/json, text/event-stream");
    connection.setRequestProperty("Content-Type", "application/json");
    if (!session.isEmpty()) {
      connection.setRequestProperty("Mcp-Session-Id", session);
      connection.setRequestProperty("MCP-Protocol-Version", VERSION);
    }
    connection.setDoOutput(true);
    connection.getOutputStream().write(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    String answer = read(connection);
    if (session.isEmpty()) {
      session = connection.getHeaderField("Mcp-Session-Id");
    }
    return answer;
  }

  private void get(String path) throws IOException {
    read(open(path));
  }

  private HttpURLConnection open(String path) throws IOException {
    return (HttpURLConnection) URI.create(origin + path).toURL().openConnection();
  }

  private static String field(String answer, String name) throws IOException {
    return JsonValue.parse(answer.getBytes(StandardCharsets.UTF_8))
        .text("result", "structuredContent", name)
        .orElseThrow(() -> new IOException("no " + name + " in " + answer));
  }

  private static String read(HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
