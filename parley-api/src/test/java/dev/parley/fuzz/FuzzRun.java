package dev.parley.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run of Jazzer, in a process of its own, as its fuzzer has one target a process. It begins
 * with the inputs of the repository and with those of earlier runs in {@code
 * target/fuzz/NAME/inputs}.
 */
final class FuzzRun {
  private static final String SECONDS = "parley.fuzz.seconds";
  private static final String KEEP = "parley.fuzz.keep";

  /** The classes whose coverage guides the fuzzer: Parley's, and the parsers it calls. */
  private static final String GUIDE =
      String.join(
          ":",
          "dev.parley.**",
          "tools.jackson.core.**",
          "org.snakeyaml.engine.**",
          "com.google.re2j.**");

  /** The names of the files in which libFuzzer puts an input that breaks the property. */
  private static final Pattern BREAKING = Pattern.compile("^(crash|timeout|oom)-");

  private static final int DEFAULT_SECONDS = 600;
  private static final int MAX_FOUND_BYTES = 48 * 1024;
  private static final Duration PROGRESS = Duration.ofSeconds(15);

  private final FuzzContract contract;
  private final Path folder;

  FuzzRun(FuzzContract contract) {
    this.contract = contract;
    this.folder = Path.of("target", "fuzz", contract.name()).toAbsolutePath();
  }

  /** Searches; fails where an input breaks the property. */
  void run() throws IOException, InterruptedException {
    Path inputs = folder.resolve("inputs");
    Path seeds = folder.resolve("seeds");
    empty(seeds);
    Files.createDirectories(inputs);
    for (Path file : breakingFiles()) {
      Files.delete(file);
    }
    int number = 0;
    for (byte[] input : contract.inputs()) {
      Files.write(seeds.resolve(Integer.toString(number++)), input);
    }
    String seconds = System.getProperty(SECONDS, "");
    int most = seconds.isEmpty() ? DEFAULT_SECONDS : Integer.parseInt(seconds);
    int exit = jazzer(List.of("-max_total_time=" + most, inputs.toString(), seeds.toString()));
    assertThat(breaking())
        .as("inputs that break %s, for %s", contract.name(), FuzzContract.seeds(contract.name()))
        .isEmpty();
    assertThat(exit).as("exit code of Jazzer; see %s", folder).isZero();
    if (Boolean.getBoolean(KEEP)) {
      keep(inputs, seeds);
    }
  }

  private List<String> breaking() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : breakingFiles()) {
      lines.add(InputLines.line(Files.readAllBytes(file)));
    }
    return lines;
  }

  private List<Path> breakingFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> BREAKING.matcher(file.getFileName().toString()).find()).toList();
    }
  }

  /**
   * Replaces the found inputs of the repository by the fewest of all that reach the same code, the
   * short ones first and as many as the bound allows. Those written by hand stay.
   */
  private void keep(Path inputs, Path seeds) throws IOException, InterruptedException {
    Path merged = folder.resolve("merged");
    empty(merged);
    int exit = jazzer(List.of("-merge=1", merged.toString(), seeds.toString(), inputs.toString()));
    assertThat(exit).as("merging the inputs of %s", contract.name()).isZero();
    List<String> byHand =
        InputLines.read(FuzzContract.seeds(contract.name())).stream()
            .map(InputLines::line)
            .toList();
    List<byte[]> found = new ArrayList<>();
    int size = 0;
    for (byte[] input : shortestFirst(merged)) {
      String line = InputLines.line(input);
      size += line.length() + 1;
      if (size <= MAX_FOUND_BYTES && !line.isEmpty() && !byHand.contains(line)) {
        found.add(input);
      }
    }
    InputLines.write(
        FuzzContract.found(contract.name()), "Written by -Pfuzz -D" + KEEP + "=true.", found);
  }

  private int jazzer(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-Xss1m", "-XX:+UseSerialGC", "-cp"));
    command.add(
        Stream.of("surefire.test.class.path", "java.class.path")
            .map(System::getProperty)
            .filter(path -> path != null && path.contains(File.pathSeparator))
            .findFirst()
            .orElseThrow());
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzTarget.class.getName());
    command.add("--target_args=" + contract.getClass().getName());
    command.add("--instrumentation_includes=" + GUIDE);
    command.add("--custom_hook_includes=dev.parley.**");
    command.add("--reproducer_path=" + folder);
    command.addAll(List.of("-artifact_prefix=" + folder + File.separator, "-max_len=4096"));
    command.addAll(List.of("-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1"));
    command.addAll(arguments);
    Process jazzer = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread end = new Thread(jazzer::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      report(jazzer);
      return jazzer.waitFor();
    } finally {
      jazzer.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  /** Writes all that Jazzer says to a file, and a line of it now and then to standard output. */
  private void report(Process jazzer) throws IOException {
    long next = System.nanoTime() + PROGRESS.toNanos();
    boolean quiet = true;
    try (BufferedReader lines = jazzer.inputReader(StandardCharsets.UTF_8);
        var log = Files.newBufferedWriter(folder.resolve("jazzer.log"))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.write(line + "\n");
        log.flush();
        quiet = quiet && !line.startsWith("== ");
        boolean progress = line.startsWith("#") && System.nanoTime() - next > 0;
        if (progress || line.startsWith("stat::") || line.startsWith("Done ") || !quiet) {
          System.out.println("fuzz " + contract.name() + ": " + line);
          next = System.nanoTime() + PROGRESS.toNanos();
        }
      }
    }
  }

  private static List<byte[]> shortestFirst(Path folder) throws IOException {
    List<byte[]> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        inputs.add(Files.readAllBytes(file));
      }
    }
    inputs.sort((one, other) -> Integer.compare(one.length, other.length));
    return inputs;
  }

  private static void empty(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }
}
