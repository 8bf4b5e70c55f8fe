package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The client the official conformance suite judges: a bridge, and the few lines that make it speak.
 * The suite starts it as {@code java … ConformanceDriver <parley.war> <url of the scenario>}.
 */
public final class ConformanceDriver {
  private final OutputStream toBridge;
  private final BufferedReader fromBridge;
  private int asked;

  private ConformanceDriver(Process bridge) {
    toBridge = bridge.getOutputStream();
    fromBridge = bridge.inputReader(UTF_8);
  }

  /** Initializes, lists the tools and calls each; exits as the bridge does. */
  public static void main(String[] args) throws Exception {
    Process bridge =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-jar",
                args[0],
                "mcp",
                "--url",
                args[1])
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ConformanceDriver driver = new ConformanceDriver(bridge);
    driver.converse();
    driver.toBridge.close();
    System.exit(bridge.waitFor());
  }

  private void converse() throws IOException {
    ask(
        "initialize",
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"parley-bridge-driver\",\"version\":\"1\"}}");
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    JsonText tools = ask("tools/list", "{}").member("result", "tools");
    for (JsonText tool : tools == null ? List.<JsonText>of() : tools.elements()) {
      String name = tool.textAt("name");
      boolean adds = tool.member("inputSchema", "properties", "b") != null;
      String arguments = adds ? "{\"a\":5,\"b\":3}" : "{}";
      JsonText answer =
          ask("tools/call", "{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}");
      System.err.println(name + " answered " + answer);
    }
  }

  private JsonText ask(String method, String params) throws IOException {
    asked++;
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + asked
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
    while (true) {
      JsonText line = JsonText.parse(fromBridge.readLine());
      JsonText id = line.member("id");
      if (id != null && id.raw().equals(Integer.toString(asked))) {
        return line;
      }
    }
  }

  private void write(String line) throws IOException {
    toBridge.write((line + "\n").getBytes(UTF_8));
    toBridge.flush();
  }
}
