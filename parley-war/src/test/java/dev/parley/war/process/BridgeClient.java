package dev.parley.war.process;

import dev.parley.war.driver.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** A stdio bridge in a JVM of its own, and the client that spawned it. */
public final class BridgeClient implements AutoCloseable {
  private final Process process;
  private final OutputStream in;
  private final InputStream out;
  private final byte[] buffer = new byte[64 * 1024];
  private int size;
  private int taken;

  /** Spawns one; nothing is said yet. */
  public BridgeClient(ServerFile file, String url, String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ServerProcess.java());
    command.addAll(List.of(flags));
    command.addAll(List.of("-jar", file.war().toString(), "mcp", "--url", url));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    in = process.getOutputStream();
    out = process.getInputStream();
  }

  /** Writes a line. */
  public void say(byte[] line) throws IOException {
    in.write(line);
    in.flush();
  }

  public void say(String json) throws IOException {
    say((json + "\n").getBytes(Wire.ASCII));
  }

  /** Waits for the next line. */
  public String hear() throws IOException {
    int end;
    while ((end = endOfLine()) < 0) {
      int read = out.read(buffer, size, buffer.length - size);
      if (read < 0) {
        throw new EOFException("the bridge ended");
      }
      size += read;
    }
    String line = new String(buffer, 0, end, Wire.ASCII);
    size -= end + 1;
    taken = 0;
    System.arraycopy(buffer, end + 1, buffer, 0, size);
    return line;
  }

  /** Begins a session and waits for the server's answer. */
  public void begin() throws IOException {
    say(Wire.initializeJson());
    String answer = hear();
    if (!answer.contains("\"result\"")) {
      throw new IOException("the bridge answered " + answer);
    }
  }

  public void join(String room, String nickname) throws IOException {
    say(Wire.initializedJson());
    String arguments = "{\"room\":\"" + room + "\",\"nickname\":\"" + nickname + "\"}";
    must(Wire.toolJson(1, "join_room", arguments));
  }

  /** Calls and waits for the answer, which must be no refusal. */
  public void must(String json) throws IOException {
    say(json);
    String answer = hear();
    if (!answer.contains("\"isError\":false")) {
      throw new IOException("the bridge answered " + answer);
    }
  }

  public ProcFigures figures() {
    return new ProcFigures(process.pid());
  }

  /** Ends the bridge by SIGKILL. */
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    in.close();
    ServerProcess.awaitEnd(process);
  }

  private int endOfLine() {
    for (; taken < size; taken++) {
      if (buffer[taken] == '\n') {
        return taken;
      }
    }
    return -1;
  }
}
