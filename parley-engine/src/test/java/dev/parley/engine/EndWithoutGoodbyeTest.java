package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.Tasks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that uses Parley as a library and ends without closing it. */
@Tag("faults")
class EndWithoutGoodbyeTest {
  private static final int TASKS = 40;

  /** Of a JDBC URL, or of a directory. */
  public static void main(String[] args) {
    ParleyBuilder engine = ParleyBuilder.builder();
    Parley parley =
        (args[0].startsWith("jdbc:") ? engine.database(args[0]) : engine.data(Path.of(args[0])))
            .build();
    Tasks tasks = tasks(parley);
    for (int i = 0; i < TASKS; i++) {
      System.out.println(tasks.create(TaskDraft.titled("task-" + i).build()).draft().title());
    }
  }

  private static Tasks tasks(Parley parley) {
    return parley.connect(ConnectOptions.of("ana")).sessions().current().tasks();
  }

  @Test
  void main_thatClosesNothing_losesNothingAcknowledged(@TempDir Path data) throws Exception {
    List<String> said = run(data.toString());
    try (Parley parley = ParleyBuilder.builder().data(data).build()) {
      assertThat(titles(parley)).containsAll(said);
    }
    assertThat(filesIn(data)).noneMatch(name -> name.endsWith("trace.db"));
  }

  @Test
  void main_overAUrlOfItsOwn_losesNothingAcknowledged(@TempDir Path data) throws Exception {
    String url = "jdbc:h2:file:" + data.resolve("own");
    List<String> said = run(url);
    try (Parley parley = ParleyBuilder.builder().database(url).build()) {
      assertThat(titles(parley)).containsAll(said);
    }
    assertThat(filesIn(data)).noneMatch(name -> name.endsWith("trace.db"));
  }

  private static List<String> titles(Parley parley) {
    return tasks(parley).list(TaskFilter.ALL).stream()
        .map(Task::draft)
        .map(TaskDraft::title)
        .toList();
  }

  private static List<String> run(String where) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndWithoutGoodbyeTest.class.getName(),
                where)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    List<String> said = printed.lines().filter(line -> line.startsWith("task-")).toList();
    assertThat(said).hasSize(TASKS);
    return said;
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).toList();
    }
  }
}
