package dev.parley.bridge;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The bridge's classes as an archive for class data sharing (JEP 350), which saves a quarter of the
 * CPU time of its start. One file has a fixed path, because the settings of clients name it. The
 * JVM does without one of another version of Parley or of Java.
 */
public final class BridgeClasses {
  /** The flags of the bridge's JVM, which keep its memory small. */
  public static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmn2m");

  private static final long MAX_SECONDS = 30;

  /** The first messages of a client. */
  private static final List<String> LINES =
      List.of(
          "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18',"
              + "'capabilities':{},'clientInfo':{'name':'training','version':'1'}}}",
          "{'jsonrpc':'2.0','method':'notifications/initialized'}",
          "{'jsonrpc':'2.0','id':2,'method':'tools/list','params':{}}",
          "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'join_room',"
              + "'arguments':{'room':'training','nickname':'bridge'}}}",
          "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':'send_message',"
              + "'arguments':{'room':'training','body':'A message of a few words.'}}}");

  private BridgeClasses() {}

  /** Returns the path of the file, whether or not it is there. */
  public static Path file() {
    return CacheFolder.path().resolve("bridge.jsa");
  }

  /** Returns the flags of a JVM that uses {@code file}. */
  public static List<String> flags(Path file) {
    // a warning of the JVM would be a line of the bridge's output, which is for messages alone
    return List.of("-XX:SharedArchiveFile=" + file, "-Xlog:disable");
  }

  /**
   * Makes an archive: a bridge goes through the first messages of a client.
   *
   * @param server the address of a server that needs no credential
   * @param config the properties file of the bridge, an empty one
   * @param made the archive, which is not there yet
   * @return false if the bridge failed at it
   */
  public static boolean make(Path war, String server, Path config, Path made)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + made));
    command.addAll(List.of("-jar", war.toString(), "mcp"));
    command.addAll(List.of("--start-server=no", "--url", server, "--config", config.toString()));
    return hasSpoken(new ProcessBuilder(command)) && Files.exists(made);
  }

  private static boolean hasSpoken(ProcessBuilder builder)
      throws IOException, InterruptedException {
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process bridge = builder.start();
    try (OutputStream in = bridge.getOutputStream()) {
      in.write(
          (String.join("\n", LINES) + "\n").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
    boolean hasEnded = bridge.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
    if (!hasEnded) {
      bridge.destroyForcibly();
    }
    return hasEnded && bridge.exitValue() == 0;
  }
}
