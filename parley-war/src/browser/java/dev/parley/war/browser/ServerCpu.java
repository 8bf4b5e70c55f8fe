package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RunningServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** The CPU time of a server. */
final class ServerCpu {
  private static final Pattern COMPILER =
      Pattern.compile("\"C[12] CompilerThread[^\\n]* cpu=([0-9.]+)ms");

  private ServerCpu() {}

  /** The CPU time so far in microseconds, without that of the compiler threads. */
  static double micros(RunningServer server) throws Exception {
    double all = server.handle().info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e3;
    Process asked =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(server.handle().pid()),
                "Thread.print")
            .start();
    String threads = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    double compiling =
        COMPILER
            .matcher(threads)
            .results()
            .mapToDouble(cpu -> Double.parseDouble(cpu.group(1)) * 1e3)
            .sum();
    assertThat(compiling).isPositive();
    return all - compiling;
  }
}
