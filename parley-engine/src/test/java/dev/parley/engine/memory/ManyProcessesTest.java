package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One folder, several processes, and some of them killed. */
@Tag("faults")
@Timeout(180)
class ManyProcessesTest {
  private static final int ROUNDS = 20;
  private static final int PROCESSES = 4;
  private static final int MAX_LIFE_MICROS = 80_000;
  private static final Pattern SECTION =
      Pattern.compile("## (\\w+ \\d+)\n\nbegin (\\d+)\n(?:line\n)*+end (\\d+)\n");

  @TempDir private Path folder;
  private SectionedMemory memory;

  @BeforeEach
  void make() {
    memory =
        new SectionedMemory(
            WorkspaceId.DEFAULT,
            new MarkdownFolder(folder, InstantSource.system()),
            InstantSource.system());
  }

  @Test
  void write_byFourProcessesAtOnce_keepsEverySection() throws Exception {
    List<WriterProcess> writers = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(new WriterProcess(folder, "w" + i, 0, 3 * MemoryWriter.SECTIONS));
      }
      for (WriterProcess writer : writers) {
        writer.awaitReady();
      }
      for (WriterProcess writer : writers) {
        writer.begin();
      }
      for (WriterProcess writer : writers) {
        assertThat(writer.ended()).hasSize(3 * MemoryWriter.SECTIONS);
      }
    } finally {
      writers.forEach(WriterProcess::close);
    }
    Map<String, Integer> sections = sections();
    assertThat(sections).hasSize(PROCESSES * MemoryWriter.SECTIONS);
    assertThat(sections.values()).allMatch(number -> number >= 2 * MemoryWriter.SECTIONS);
  }

  /** Besides the one that is killed, this process writes: it is not locked out by a dead one. */
  @Test
  void write_byAProcessKilledAtAnyInstant_isWholeAndKeptWhereItSaidSo() throws Exception {
    Random random = new Random(7);
    int next = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Integer> kept = round == 0 ? new TreeMap<>() : sections();
      int life = random.nextInt(MAX_LIFE_MICROS);
      List<Integer> acknowledged = new ArrayList<>();
      try (WriterProcess writer = new WriterProcess(folder, "w", next, Integer.MAX_VALUE)) {
        writer.awaitReady();
        writer.begin();
        acknowledged.add(writer.awaitWrite());
        acknowledged.addAll(writer.killAfter(life));
      }
      acknowledged.forEach(number -> kept.put(MemoryWriter.key("w", number).value(), number));
      int last = acknowledged.stream().mapToInt(Integer::intValue).max().orElseThrow();
      Map<String, Integer> onTheWay = new TreeMap<>(kept);
      onTheWay.put(MemoryWriter.key("w", last + 1).value(), last + 1);
      assertThat(sections())
          .as("round %s, killed %s us after write %s", round, life, acknowledged.get(0))
          .isIn(kept, onTheWay);
      memory.write(new SectionKey("parent 0"), MemoryWriter.content(round));
      assertThat(sections()).containsEntry("parent 0", round);
      next = last + 2;
    }
    assertThat(files())
        .containsExactlyInAnyOrder(FolderLock.FILE, Path.of("memory", "project.md").toString());
  }

  /** The number in each section; there is nothing else, and each is whole. */
  private Map<String, Integer> sections() {
    String document = memory.project().orElseThrow();
    Map<String, Integer> numbers = new TreeMap<>();
    int at = 0;
    for (Matcher section = SECTION.matcher(document); at < document.length(); ) {
      assertThat(section.find(at)).as("a section at %s", at).isTrue();
      assertThat(section.start()).isEqualTo(at);
      assertThat(section.group(3)).isEqualTo(section.group(2));
      assertThat(numbers.put(section.group(1), Integer.valueOf(section.group(2)))).isNull();
      at = section.end() < document.length() ? section.end() + 1 : section.end();
    }
    return numbers;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .toList();
    }
  }
}
