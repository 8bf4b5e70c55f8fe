package dev.parley.war.clients;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A terminal with an interactive client in it: a tmux of its own. */
final class Terminal implements AutoCloseable {
  private static final Duration BOUND = Duration.ofSeconds(40);

  private static final long KEY_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path folder;

  private Terminal(Path folder) {
    this.folder = folder;
  }

  /** Opens one and runs {@code command} in it. */
  static Terminal open(ClientHome home, List<String> command) {
    try {
      Terminal terminal = new Terminal(Files.createTempDirectory("pt-"));
      List<String> words = new ArrayList<>();
      words.addAll(List.of("new-session", "-d", "-s", "client", "-x", "150", "-y", "50"));
      words.addAll(List.of("-c", home.project().toString()));
      words.addAll(home.isolated(command));
      terminal.tmux(words);
      terminal.tmux(List.of("set-option", "-g", "remain-on-exit", "on"));
      return terminal;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Types a line, and then the return key until {@code taken}: a client that gets both at once
   * takes the key for a part of the text.
   */
  void enter(String line, Callable<Boolean> taken) {
    tmux(List.of("send-keys", "-t", "client", "-l", line));
    awaitScreen(line.substring(0, Math.min(20, line.length())));
    long[] pressed = {0};
    eventually(
        "the client takes what is typed: " + line,
        BOUND,
        () -> {
          if (pressed[0] == 0 || System.nanoTime() - pressed[0] > KEY_AGAIN_NANOS) {
            key("Enter");
            pressed[0] = System.nanoTime();
          }
          return taken.call();
        });
  }

  /** Presses a key, as tmux names it. */
  void key(String name) {
    tmux(List.of("send-keys", "-t", "client", name));
  }

  /** Returns what is on the screen. */
  String screen() {
    return tmux(List.of("capture-pane", "-p", "-t", "client"));
  }

  /** Waits until the screen shows {@code words}. */
  void awaitScreen(String words) {
    try {
      eventually("on the screen: " + words, BOUND, () -> screen().contains(words));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + screen(), e);
    }
  }

  /** Returns the command that types {@code line} into this terminal, for a shell. */
  String typing(String line) {
    String tmux = "tmux -S " + folder.resolve("s") + " send-keys -t client ";
    return tmux + "-l '" + line + "' && sleep 0.3 && " + tmux + "Enter";
  }

  private String tmux(List<String> words) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("tmux", "-f", "/dev/null", "-S", folder.resolve("s").toString()));
    command.addAll(words);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(words + ": " + printed);
      }
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    tmux(List.of("kill-server"));
    try {
      Files.deleteIfExists(folder.resolve("s"));
      Files.deleteIfExists(folder);
    } catch (IOException stays) {
      System.out.println("clients: " + folder + " stays: " + stays.getMessage());
    }
  }
}
