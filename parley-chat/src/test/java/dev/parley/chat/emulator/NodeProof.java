package dev.parley.chat.emulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A conversation of a published client with the emulator of its system, held by a script of
 * Node.js. The script prints {@code ok OPERATION} after each operation. Where it prints {@code
 * wants WISH}, it goes on at the next line of its input.
 */
public final class NodeProof implements AutoCloseable {
  private static final Path FOLDER = Path.of("src/test/node").toAbsolutePath();
  private static final long BOUND_SECONDS = 60;
  private static final String WANTS = "wants ";

  private final Process node;
  private final Consumer<String> wishes;
  private final FutureTask<List<String>> output = new FutureTask<>(this::read);

  private NodeProof(Process node, Consumer<String> wishes) {
    this.node = node;
    this.wishes = wishes;
  }

  /**
   * Starts a script that wants nothing.
   *
   * @param script the name of the file
   * @param client the package of the client
   */
  public static NodeProof start(String script, String client, String... arguments)
      throws IOException {
    return start(
        script,
        client,
        wish -> {
          throw new IllegalArgumentException(wish);
        },
        arguments);
  }

  /**
   * Starts a script.
   *
   * @param script the name of the file
   * @param client the package of the client
   * @param wishes called with each wish
   */
  public static NodeProof start(
      String script, String client, Consumer<String> wishes, String... arguments)
      throws IOException {
    ChatRequirements.programs("node");
    ChatRequirements.require(
        Files.isDirectory(FOLDER.resolve("node_modules").resolve(client)),
        client + " is not installed (npm ci in " + FOLDER + ")");
    List<String> command = new ArrayList<>(List.of("node", script));
    command.addAll(List.of(arguments));
    NodeProof made =
        new NodeProof(
            new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start(),
            wishes);
    DaemonThreads.of("node-proof", made.output).start();
    return made;
  }

  private List<String> read() throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader out =
            new BufferedReader(new InputStreamReader(node.getInputStream(), UTF_8));
        OutputStream in = node.getOutputStream()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (line.startsWith(WANTS)) {
          wishes.accept(line.substring(WANTS.length()));
          in.write("go\n".getBytes(UTF_8));
          in.flush();
        }
      }
    } catch (RuntimeException refused) {
      node.destroyForcibly();
      throw refused;
    }
    return lines;
  }

  /** Returns true until the script ends. */
  public boolean isRunning() {
    return node.isAlive();
  }

  /** Fails unless the script ends well, after exactly these operations. */
  public void expectOk(String... operations) throws Exception {
    if (!node.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      node.destroyForcibly();
    }
    List<String> lines = output.get(BOUND_SECONDS, TimeUnit.SECONDS);
    assertThat(lines.stream().filter(line -> line.startsWith("ok ")))
        .as(String.join("\n", lines))
        .containsExactlyElementsOf(Stream.of(operations).map(name -> "ok " + name).toList());
    assertThat(node.waitFor()).as(String.join("\n", lines)).isZero();
  }

  @Override
  public void close() {
    node.destroyForcibly();
  }
}
