package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.ParleyBuilder;
import dev.parley.event.ArtifactPosted;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.session.Session;
import dev.parley.task.Claim;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Five agents on threads ship a feature: they plan, claim, deliver, review, test and finish. */
public final class ATeamShipsAFeature {
  private static final AgentId REVIEWER = new AgentId("rosa");
  private static final AgentId TESTER = new AgentId("tess");
  private static final int PARTS = 3;

  private ATeamShipsAFeature() {}

  /** Prints the board as it changes. */
  public static void main(String[] args) throws Exception {
    // tag::team[]
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Session lead =
          parley.connect(ConnectOptions.of("lead")).sessions().start(new SessionId("greeting"));
      lead.overseen().follow(0, change -> print(lead, change));
      plan(lead);
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<?>> team = new ArrayList<>();
      team.add(threads.submit(() -> build(enter(parley, "ana"))));
      team.add(threads.submit(() -> build(enter(parley, "ben"))));
      team.add(threads.submit(() -> review(enter(parley, "rosa"))));
      team.add(threads.submit(() -> test(enter(parley, "tess"))));
      for (Future<?> agent : team) {
        agent.get();
      }
      threads.shutdown();
      await(lead, () -> lead.messages().after(0).stream().findAny());
      System.out.println(lead.tasks().list(TaskFilter.status(TaskStatus.DONE)).size() + " done");
    }
    // end::team[]
  }

  /** Three parts anybody may build, and a test that waits for all of them. */
  private static void plan(Session lead) {
    List<TaskId> parts = new ArrayList<>();
    for (String part : List.of("parser", "printer", "page")) {
      parts.add(lead.tasks().create(TaskDraft.titled(part).priority(Priority.HIGH).build()).id());
    }
    lead.tasks().create(TaskDraft.titled("test it all").assignee(TESTER).dependsOn(parts).build());
  }

  /** Takes one free task after the other, and has each reviewed before it is done. */
  private static void build(Session me) {
    for (Claim claim = me.tasks().claimNext(); claim.isWon(); claim = me.tasks().claimNext()) {
      Task task = claim.task().orElseThrow();
      String title = task.draft().title();
      Artifact work =
          me.artifacts()
              .post(ArtifactDraft.of(title, ArtifactType.PR, "+ " + title).from(task.id()));
      Review asked = me.reviews().request(work.id(), REVIEWER);
      me.tasks().update(task.id(), TaskChange.to(TaskStatus.IN_REVIEW));
      me.messages().send(SessionMessageDraft.direct(REVIEWER, asked.id().value()));
      await(me, () -> me.reviews().find(asked.id()).filter(ATeamShipsAFeature::isApproved));
      me.tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    }
  }

  /** Reads what it is asked to look at, and speaks once on each. */
  private static void review(Session me) {
    long read = 0;
    for (int given = 0; given < PARTS; given++) {
      long after = read;
      SessionMessage next = await(me, () -> me.messages().after(after).stream().findFirst());
      me.reviews()
          .submit(
              new ReviewId(next.draft().content()), ReviewStatus.APPROVED, Optional.of("Good."));
      read = next.seq();
    }
  }

  /** Waits until the task that is meant for it is unblocked. */
  private static void test(Session me) {
    TaskId test = me.tasks().list(TaskFilter.assignee(TESTER)).get(0).id();
    await(me, () -> Optional.of(me.tasks().claim(test)).filter(Claim::isWon));
    me.tasks().update(test, TaskChange.to(TaskStatus.DONE));
    me.messages().send(SessionMessageDraft.broadcast("All green. Ship it."));
  }

  private static Session enter(Parley parley, String name) {
    return parley.connect(ConnectOptions.of(name)).sessions().current();
  }

  private static boolean isApproved(Review review) {
    return review.status() == ReviewStatus.APPROVED;
  }

  /** Looks, and looks again whenever something changed. */
  private static <T> T await(Session me, Supplier<Optional<T>> look) {
    Semaphore changed = new Semaphore(1);
    Subscription following = me.follow(0, change -> changed.release());
    try {
      while (true) {
        changed.acquireUninterruptibly();
        Optional<T> found = look.get();
        if (found.isPresent()) {
          return found.get();
        }
      }
    } finally {
      following.close();
    }
  }

  private static void print(Session lead, RecordedEvent change) {
    String who = change.agent().map(AgentId::value).orElse("Parley");
    String what =
        switch (change.event().kind()) {
          case TASK_CHANGED -> {
            TaskChanged task = (TaskChanged) change.event();
            String title = lead.tasks().find(task.task()).orElseThrow().draft().title();
            yield title + " is " + task.status().wireName();
          }
          case ARTIFACT_POSTED -> "posts " + ((ArtifactPosted) change.event()).name();
          case REVIEW_CHANGED -> "review " + ((ReviewChanged) change.event()).status().wireName();
          case MESSAGE_SAID -> "says " + ((MessageSaid) change.event()).message().draft().content();
          default -> change.event().kind().name();
        };
    System.out.printf("%3d  %-5s %s%n", change.seq(), who, what);
  }
}
