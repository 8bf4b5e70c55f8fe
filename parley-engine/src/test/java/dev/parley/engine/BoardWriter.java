package dev.parley.engine;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes to a board and to a durable room, and says each write as soon as it is acknowledged:
 * {@link BoardCrashTest} and {@link KilledAtAnyWriteTest} hold it to its words. As a process it
 * goes on until it is killed, and says them on standard output.
 */
final class BoardWriter implements Runnable {
  static final SessionId SESSION = new SessionId("crash");
  static final RoomName ROOM = RoomName.of("crash");
  static final Duration LEASE = Duration.ofSeconds(2);

  static final int THREADS = 4;

  private final Session session;
  private final DurableTopics bus;
  private final String name;
  private final Consumer<Said> ear;
  private final BooleanSupplier goesOn;

  /** Writes under {@code name} as long as it {@code goesOn}. */
  BoardWriter(Parley parley, String name, Consumer<Said> ear, BooleanSupplier goesOn) {
    this(parley, SESSION, name, ear, goesOn);
  }

  /** The same in another session. */
  BoardWriter(
      Parley parley, SessionId session, String name, Consumer<Said> ear, BooleanSupplier goesOn) {
    Connection connection = parley.connect(ConnectOptions.of(name).during(session));
    this.session = connection.sessions().current();
    this.bus = connection.topics();
    this.name = name;
    this.ear = ear;
    this.goesOn = goesOn;
  }

  /** Of a directory and the number of the round. */
  public static void main(String[] args) {
    Parley parley = open(Path.of(args[0]));
    for (int i = 0; i < THREADS; i++) {
      String name = "r" + args[1] + "t" + i;
      new Thread(
              new BoardWriter(parley, name, said -> System.out.println(said.line()), () -> true),
              name)
          .start();
    }
  }

  static Parley open(Path directory) {
    return settings().data(directory).build();
  }

  static ParleyBuilder settings() {
    return ParleyBuilder.builder().lease(LEASE).rateLimit(RateLimit.OFF);
  }

  @Override
  public void run() {
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      write(name + "-" + i, i);
    }
  }

  private void write(String key, int i) {
    Task task = session.tasks().create(TaskDraft.titled(key).once(key).build());
    say("task", key, task.id());
    if (session.tasks().claim(task.id()).isWon()) {
      say("claim", key, task.id());
      finish(task, key, i);
    }
    SessionMessage message = session.messages().send(SessionMessageDraft.broadcast(key).once(key));
    say("message", key, message.seq());
    say("post", key, bus.post(ROOM, Body.of(key), Optional.empty()).seq());
    Artifact artifact =
        session
            .artifacts()
            .post(ArtifactDraft.of(name, ArtifactType.DOCUMENT, key).from(task.id()).once(key));
    say("artifact", key, artifact.id() + ":" + artifact.version());
    Review review = session.reviews().request(artifact.id(), new AgentId(name), key);
    say("review", key, review.id());
    if (i % 2 == 0) {
      session.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.of(key));
      say("verdict", key, review.id());
    }
  }

  /** One in three stays claimed. */
  private void finish(Task task, String key, int i) {
    if (i % 3 == 0) {
      return;
    }
    TaskStatus next = i % 3 == 1 ? TaskStatus.IN_REVIEW : TaskStatus.DONE;
    try {
      session.tasks().update(task.id(), TaskChange.to(next));
      say(next.wireName(), key, task.id());
    } catch (ParleyException leaseRanOutOnASlowMachine) {
      say("lost", key, task.id());
    }
  }

  private void say(String what, String key, Object value) {
    ear.accept(new Said(what, key, value.toString()));
  }
}
