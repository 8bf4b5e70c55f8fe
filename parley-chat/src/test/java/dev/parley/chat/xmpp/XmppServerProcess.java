package dev.parley.chat.xmpp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A real XMPP server on a free port of this machine, with a folder of its own. */
abstract class XmppServerProcess implements AutoCloseable {
  static final String DOMAIN = "localhost";
  static final String ROOMS = "rooms.localhost";
  static final String PASSWORD = "quite-a-long-one-7";
  static final String PARLEY = "parley";

  /** The accounts of people. */
  static final List<String> PEOPLE = List.of("zoe", "ann", "bob", "reader");

  private static final long START_SECONDS = 30;
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  private final Path folder;
  private final int port;
  private final Map<String, XmppPerson> people = new ConcurrentHashMap<>();
  private Process process;

  XmppServerProcess(String name) throws IOException {
    this.folder = Files.createTempDirectory("parley-" + name);
    this.port = freePort();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  final Path folder() {
    return folder;
  }

  final int port() {
    return port;
  }

  /** The person of an account. */
  final XmppPerson person(String account) {
    return people.computeIfAbsent(account, first -> new XmppPerson(this, account));
  }

  final Collection<XmppPerson> people() {
    return people.values();
  }

  /** The program and its arguments. */
  abstract List<String> command();

  /** The environment of all programs. */
  Map<String, String> environment() {
    return Map.of();
  }

  /** Makes an account, or gives it another password. */
  abstract void account(String name, String password) throws Exception;

  /** The process that serves. */
  abstract ProcessHandle server(Process started);

  /** Writes the files, starts, and makes the accounts. */
  abstract void prepare() throws Exception;

  final synchronized void start() throws Exception {
    if (process != null) {
      return;
    }
    process = launch(command()).redirectOutput(folder.resolve("out.log").toFile()).start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new IOException("no start: " + Files.readString(folder.resolve("out.log")));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  final synchronized boolean isRunning() {
    return process != null;
  }

  /** The process that serves now. */
  final synchronized Optional<ProcessHandle> running() {
    return Optional.ofNullable(process).map(this::server);
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private ProcessBuilder launch(List<String> command) {
    List<String> whole = new ArrayList<>();
    if (IS_ROOT) {
      whole.addAll(List.of("runuser", "-u", "nobody", "--"));
    }
    whole.add("env"); // another user has another home
    environment().forEach((name, value) -> whole.add(name + "=" + value));
    whole.addAll(command);
    return new ProcessBuilder(whole).directory(folder.toFile()).redirectErrorStream(true);
  }

  /** Runs a program to its end. */
  final void run(List<String> command) throws Exception {
    Process run = launch(command).start();
    String said = new String(run.getInputStream().readAllBytes(), UTF_8);
    if (!run.waitFor(START_SECONDS, TimeUnit.SECONDS) || run.exitValue() != 0) {
      throw new IOException(command + ": " + said);
    }
  }

  /** Writes a file below the folder. */
  final Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Gives the folder to the user that the server runs as. */
  final void own() throws IOException {
    if (IS_ROOT) {
      UserPrincipal nobody =
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.toList()) {
          Files.setOwner(file, nobody);
        }
      }
    }
  }

  /** Stops it, as far as its data bear that: at once. */
  void stop() throws Exception {
    kill();
  }

  /** Stops it at once, as a loss of power would. */
  final synchronized void kill() throws Exception {
    Process running = process;
    process = null;
    if (running != null) {
      List<ProcessHandle> all = running.descendants().toList();
      all.forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
      running.waitFor();
      for (ProcessHandle one : all) {
        one.onExit().get(START_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** Has it stop in order. */
  final synchronized void end() throws Exception {
    Process running = process;
    process = null;
    if (running != null && running.isAlive()) {
      List<ProcessHandle> all = running.descendants().toList();
      server(running).destroy();
      if (!running.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
        running.destroyForcibly();
      }
      for (ProcessHandle one : all) {
        one.onExit().get(START_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** Has it do nothing, with its connections open, or go on. */
  final synchronized void hang(boolean isToHang) throws Exception {
    String signal = isToHang ? "-STOP" : "-CONT";
    Process kill = new ProcessBuilder("kill", signal, Long.toString(server(process).pid())).start();
    kill.waitFor();
  }

  @Override
  public final void close() throws IOException {
    people.values().forEach(XmppPerson::close);
    try {
      stop();
    } catch (IOException | RuntimeException failed) {
      throw failed;
    } catch (Exception failed) {
      throw new IOException(failed);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
