package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.event.TaskChanged;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.SessionMessage;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed while it writes, again and again over one H2 file. What it said was done is
 * there, once; nothing has a position twice; what it held is free again. {@code
 * -Dparley.crash.rounds=20} kills more often.
 */
@Tag("faults")
class BoardCrashTest {
  private static final int ROUNDS = Integer.getInteger("parley.crash.rounds", 5);
  private static final int MAX_LIFE_MILLIS = 700;

  @Test
  void kill_atAnyInstant_losesAndDoublesNothingAcknowledged(@TempDir Path directory)
      throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Said> said = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Said> now = killedAfter(random.nextInt(MAX_LIFE_MILLIS), directory, round);
      assertThat(now).as("what was said in round %s of seed %s", round, seed).isNotEmpty();
      said.addAll(now);
      try (Parley parley = BoardWriter.open(directory)) {
        check(session(parley), said);
        checkPosts(parley, said);
        checkKeys(parley, now);
      }
    }
    try (Parley parley = BoardWriter.open(directory)) {
      Session session = session(parley);
      eventually(
          "what the dead held is free",
          () -> session.tasks().list(TaskFilter.status(TaskStatus.IN_PROGRESS)).isEmpty());
      check(session, said);
      assertThat(session.tasks().claimNext().isWon()).isTrue();
    }
  }

  private static void check(Session session, List<Said> said) {
    Map<String, Task> tasks =
        once(session.tasks().list(TaskFilter.ALL), task -> task.draft().title());
    Map<String, SessionMessage> messages =
        once(session.messages().after(0), message -> message.draft().content());
    Map<String, Artifact> artifacts = once(session.artifacts().list(), a -> a.id().value());
    Map<String, Review> reviews = once(session.reviews().list(), review -> review.id().value());
    List<RecordedEvent> events = events(session);
    Map<String, List<TaskStatus>> history =
        events.stream()
            .map(RecordedEvent::event)
            .filter(TaskChanged.class::isInstance)
            .map(TaskChanged.class::cast)
            .collect(
                groupingBy(
                    changed -> changed.task().value(), mapping(TaskChanged::status, toList())));
    assertThat(said.stream().filter(word -> word.what().equals("message")).map(Said::key))
        .as("messages that are kept, last said %s", said.get(said.size() - 1))
        .allMatch(messages::containsKey);
    for (Said word : said) {
      switch (word.what()) {
        case "task" -> assertThat(tasks.get(word.key()).id()).hasToString(word.value());
        case "claim" ->
            assertThat(history.get(word.value()))
                .filteredOn(status -> status == TaskStatus.IN_PROGRESS)
                .hasSize(1);
        case "in_review", "done" ->
            assertThat(tasks.get(word.key()).status().wireName()).isEqualTo(word.what());
        case "lost" -> assertThat(tasks).containsKey(word.key());
        case "message" ->
            assertThat(messages.get(word.key()).seq()).isEqualTo(Long.parseLong(word.value()));
        case "artifact" -> {
          String[] idAndVersion = word.value().split(":", 2);
          assertThat(artifacts.get(idAndVersion[0]).version())
              .isEqualTo(Integer.parseInt(idAndVersion[1]));
        }
        case "post" -> {} // of another kind of log: checkPosts
        case "review" -> assertThat(reviews).containsKey(word.value());
        case "verdict" ->
            assertThat(reviews.get(word.value()).status()).isEqualTo(ReviewStatus.APPROVED);
        default -> throw new AssertionError(word);
      }
    }
    assertThat(events).extracting(RecordedEvent::seq).doesNotHaveDuplicates().isSorted();
    assertThat(events.stream().map(RecordedEvent::event).filter(MessageSaid.class::isInstance))
        .hasSameSizeAs(messages.values());
    session.artifacts().list().stream()
        .collect(groupingBy(Artifact::name, mapping(Artifact::version, toList())))
        .values()
        .forEach(
            versions ->
                assertThat(versions)
                    .isEqualTo(IntStream.rangeClosed(1, versions.size()).boxed().toList()));
  }

  /** Those of the durable room are there, at their positions, and no position is missing. */
  private static void checkPosts(Parley parley, List<Said> said) {
    List<Message> posts = posts(parley.connect(ConnectOptions.of("reader")).topics());
    Map<String, Message> byText = once(posts, Message::text);
    said.stream()
        .filter(word -> word.what().equals("post"))
        .forEach(
            word ->
                assertThat(byText.get(word.key()).seq()).isEqualTo(Long.parseLong(word.value())));
    assertThat(posts.stream().map(Message::seq))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, posts.size()).boxed().toList());
  }

  private static List<Message> posts(DurableTopics bus) {
    List<Message> all = new ArrayList<>();
    MessagePage page =
        bus.fetchRecent(BoardWriter.ROOM, Optional.of(new Cursor("0")), DurableTopics.MAX_READ);
    page.messages().forEach(stored -> all.add(stored.message()));
    while (page.hasMore()) {
      page = bus.fetchRecent(BoardWriter.ROOM, Optional.of(page.next()), DurableTopics.MAX_READ);
      page.messages().forEach(stored -> all.add(stored.message()));
    }
    return all;
  }

  /** Whoever comes back says it again, and gets what is there. */
  private static void checkKeys(Parley parley, List<Said> said) {
    said.stream()
        .filter(word -> word.what().equals("task"))
        .limit(20)
        .forEach(
            word -> {
              String writer = word.key().substring(0, word.key().indexOf('-'));
              TaskDraft again = TaskDraft.titled(word.key()).once(word.key()).build();
              assertThat(session(parley, writer).tasks().create(again).id())
                  .hasToString(word.value());
            });
  }

  private static <T> Map<String, T> once(List<T> all, Function<T, String> name) {
    return all.stream().collect(toMap(name, Function.identity()));
  }

  private static List<RecordedEvent> events(Session session) {
    List<RecordedEvent> all = new ArrayList<>();
    for (List<RecordedEvent> page = session.eventsAfter(0, 10_000);
        !page.isEmpty();
        page = session.eventsAfter(page.get(page.size() - 1).seq(), 10_000)) {
      all.addAll(page);
    }
    return all;
  }

  private static Session session(Parley parley) {
    return session(parley, "survivor");
  }

  private static Session session(Parley parley, String agent) {
    return parley
        .connect(ConnectOptions.of(agent).during(BoardWriter.SESSION))
        .sessions()
        .current();
  }

  private static List<Said> killedAfter(int millis, Path directory, int round)
      throws IOException, InterruptedException {
    Path errors = directory.resolve("errors-" + round);
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                BoardWriter.class.getName(),
                directory.toString(),
                String.valueOf(round))
            .redirectError(errors.toFile())
            .start();
    try (BufferedReader words =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      List<String> lines = new ArrayList<>();
      String first = words.readLine();
      assertThat(first)
          .as(() -> "the first word of the writer, which complained: " + read(errors))
          .isNotNull();
      lines.add(first);
      Thread killer =
          new Thread(
              () -> {
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                while (System.nanoTime() < end) {
                  LockSupport.parkNanos(end - System.nanoTime());
                }
                writer.toHandle().destroyForcibly(); // and what it said can still be read
              });
      killer.start();
      words.lines().forEach(lines::add);
      killer.join();
      assertThat(writer.waitFor(10, TimeUnit.SECONDS)).isTrue();
      return lines.stream().flatMap(line -> Said.in(line).stream()).toList();
    } finally {
      writer.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
