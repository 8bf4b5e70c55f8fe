package dev.parley.engine.task;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.TaskChanged;
import dev.parley.id.TaskId;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ProblemCode;
import dev.parley.session.Session;
import dev.parley.task.Claim;
import dev.parley.task.Lease;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of claims: one wins, it is leased, and a lease ends. */
@OnStores
class ClaimsTest extends OpenBoard {
  private static final String NOT_FREE =
      "Task is not in 'todo' state or is assigned to another agent";

  @Test
  void claim_ofAFreeTask_isLeasedToTheCaller() {
    Tasks tasks = session("alice").tasks();
    TaskId id = create("t");
    Claim claim = tasks.claim(id);
    assertThat(claim.isWon()).isTrue();
    assertThat(claim.reason()).isEmpty();
    assertThat(claim.claimedBy()).isEmpty();
    assertThat(claim.lease().orElseThrow().until()).isEqualTo(clock().instant().plus(LEASE));
    Task task = claim.task().orElseThrow();
    assertThat(task.status()).isEqualTo(TaskStatus.IN_PROGRESS);
    assertThat(task.assignee()).contains(ALICE);
    assertThat(task.lease()).isEqualTo(claim.lease());
    assertThat(tasks.find(id)).contains(task);
  }

  @Test
  void claim_ofATakenTask_isLostToItsHolder() {
    TaskId id = create("t");
    Task held = session("alice").tasks().claim(id).task().orElseThrow();
    for (String agent : List.of("bob", "alice")) {
      Claim second = session(agent).tasks().claim(id);
      assertThat(second).isEqualTo(Claim.lost(Optional.of(held), NOT_FREE));
      assertThat(second.claimedBy()).contains(ALICE);
    }
  }

  @Test
  void claim_ofATaskMeantForAnother_isLostAndOfOnesOwnWon() {
    TaskId id = create(TaskDraft.titled("t").assignee(BOB));
    Claim byAlice = session("alice").tasks().claim(id);
    assertThat(byAlice.reason()).contains(NOT_FREE);
    assertThat(byAlice.claimedBy()).isEmpty();
    assertThat(session("bob").tasks().claim(id).isWon()).isTrue();
  }

  @Test
  void claim_ofATaskNobodyMade_isLostWithoutOne() {
    Claim claim = session("alice").tasks().claim(new TaskId("absent"));
    assertThat(claim).isEqualTo(Claim.lost(Optional.empty(), NOT_FREE));
  }

  @Test
  void claim_ofWhatIsInReviewOrDone_isLost() {
    Tasks tasks = session("alice").tasks();
    TaskId id = create("t");
    tasks.claim(id);
    for (TaskStatus status : List.of(TaskStatus.IN_REVIEW, TaskStatus.DONE)) {
      tasks.update(id, TaskChange.to(status));
      assertThat(tasks.claim(id).reason()).contains(NOT_FREE);
    }
  }

  @Test
  void claim_ofATaskThatWaits_isLostNamingWhatItWaitsFor() {
    Tasks tasks = session("alice").tasks();
    TaskId one = create("one");
    TaskId two = create("two");
    TaskId waiting = create(TaskDraft.titled("w").dependsOn(one, two));
    assertThat(tasks.claim(waiting).reason()).contains("Unmet dependencies: " + one + ", " + two);
    tasks.claim(one);
    assertThat(tasks.claim(waiting).reason()).contains("Unmet dependencies: " + one + ", " + two);
    tasks.update(one, TaskChange.to(TaskStatus.DONE));
    tasks.update(two, TaskChange.to(TaskStatus.DONE));
    tasks.update(two, TaskChange.to(TaskStatus.IN_REVIEW));
    assertThat(tasks.claim(waiting).reason()).contains("Unmet dependencies: " + two);
    tasks.update(two, TaskChange.to(TaskStatus.DONE));
    assertThat(tasks.claim(waiting).isWon()).isTrue();
  }

  @Test
  void claim_bySixteenAtOnce_oneWins() throws Exception {
    TaskId id = create("t");
    List<Claim> claims = AtOnce.run(16, i -> session("agent-" + i).tasks().claim(id));
    assertThat(claims).filteredOn(Claim::isWon).hasSize(1);
    assertThat(claims)
        .filteredOn(claim -> !claim.isWon())
        .extracting(Claim::claimedBy)
        .containsOnly(session("alice").tasks().find(id).orElseThrow().assignee());
  }

  @Test
  void claimNext_takesTheMostUrgentThenTheOneLongestOnTheBoard() {
    TaskId low = create(TaskDraft.titled("low").priority(Priority.LOW));
    TaskId high1 = create(TaskDraft.titled("h1").priority(Priority.HIGH));
    TaskId high2 = create(TaskDraft.titled("h2").priority(Priority.HIGH));
    TaskId critical = create(TaskDraft.titled("c").priority(Priority.CRITICAL));
    TaskId medium = create("m");
    Tasks tasks = session("alice").tasks();
    assertThat(IntStream.range(0, 5).mapToObj(i -> next(tasks)))
        .containsExactly(critical, high1, high2, medium, low);
    assertThat(tasks.claimNext())
        .isEqualTo(Claim.lost(Optional.empty(), "No task is free and unblocked for you"));
  }

  @Test
  void claimNext_passesOverWhatWaitsAndWhatIsMeantForAnother() {
    TaskId first = create(TaskDraft.titled("first").priority(Priority.LOW));
    TaskId blocked = create(TaskDraft.titled("b").priority(Priority.CRITICAL).dependsOn(first));
    TaskId bobs = create(TaskDraft.titled("bob's").priority(Priority.CRITICAL).assignee(BOB));
    Tasks tasks = session("alice").tasks();
    assertThat(next(tasks)).isEqualTo(first);
    assertThat(tasks.claimNext().isWon()).isFalse();
    tasks.update(first, TaskChange.to(TaskStatus.DONE));
    assertThat(next(tasks)).isEqualTo(blocked);
    assertThat(next(session("bob").tasks())).isEqualTo(bobs);
  }

  @Test
  void claimNext_bySixteenAtOnce_givesEachItsOwn() throws Exception {
    List<TaskId> made = IntStream.range(0, 12).mapToObj(i -> create("t" + i)).toList();
    List<Claim> claims = AtOnce.run(16, i -> session("agent-" + i).tasks().claimNext());
    assertThat(claims)
        .filteredOn(Claim::isWon)
        .extracting(ClaimsTest::id)
        .containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void claimNext_byManyAtOnce_findsWhatStandsBehindManyMeantForAnother() throws Exception {
    for (int i = 0; i < 20; i++) {
      create(TaskDraft.titled("bob's").priority(Priority.CRITICAL).assignee(BOB));
    }
    List<TaskId> made = IntStream.range(0, 40).mapToObj(i -> create("t" + i)).toList();
    List<Claim> claims = AtOnce.run(40, i -> session("agent-" + i).tasks().claimNext());
    assertThat(claims).extracting(ClaimsTest::id).containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void claims_ofTheNextAndOfGivenOnesAtOnce_giveEachTaskOnce() throws Exception {
    List<TaskId> made = IntStream.range(0, 24).mapToObj(i -> create("t" + i)).toList();
    List<Claim> claims =
        AtOnce.run(
            36,
            i -> {
              Tasks tasks = session("agent-" + i).tasks();
              return i < 12 ? tasks.claim(made.get(i)) : tasks.claimNext();
            });
    List<Claim> won = claims.stream().filter(Claim::isWon).toList();
    assertThat(won).extracting(ClaimsTest::id).containsExactlyInAnyOrderElementsOf(made);
    Session watching = session("alice");
    assertThat(won)
        .allSatisfy(claim -> assertThat(watching.tasks().find(id(claim))).isEqualTo(claim.task()));
    assertThat(watching.eventsAfter(0, 1000))
        .filteredOn(
            event -> event.event() instanceof TaskChanged changed && changed.assignee().isPresent())
        .extracting(event -> ((TaskChanged) event.event()).task())
        .containsExactlyInAnyOrderElementsOf(made);
  }

  private static TaskId id(Claim claim) {
    return claim.task().orElseThrow().id();
  }

  @Test
  void claim_givenBack_standsBehindItsEqualsForAnybody() {
    TaskId one = create("one");
    TaskId two = create("two");
    Tasks tasks = session("alice").tasks();
    assertThat(next(tasks)).isEqualTo(one);
    Task released = tasks.release(one, Optional.empty());
    assertThat(released.status()).isEqualTo(TaskStatus.TODO);
    assertThat(released.assignee()).isEmpty();
    assertThat(released.lease()).isEmpty();
    assertThat(next(session("bob").tasks())).isEqualTo(two);
    assertThat(next(session("bob").tasks())).isEqualTo(one);
  }

  @Test
  void claim_givenBack_isMeantForWhomItWasMeant() {
    TaskId id = create(TaskDraft.titled("t").assignee(BOB));
    Tasks bob = session("bob").tasks();
    bob.claim(id);
    assertThat(bob.release(id, Optional.empty()).assignee()).contains(BOB);
    assertThat(session("alice").tasks().claim(id).isWon()).isFalse();
    bob.claim(id);
    assertThat(bob.update(id, TaskChange.to(TaskStatus.TODO)).assignee()).contains(BOB);
  }

  @Test
  void lease_ofASilentHolder_endsAndTheTaskGoesBehindItsEquals() {
    TaskId one = create("one");
    TaskId two = create("two");
    session("alice").tasks().claim(one);
    clock().advance(LEASE);
    Tasks bob = session("bob").tasks();
    assertThat(bob.claim(one).claimedBy()).as("at the end of the lease").contains(ALICE);
    clock().advance(Duration.ofMillis(1));
    Session watching = session("carol");
    eventually(
        "it is back on the board",
        () -> watching.tasks().find(one).orElseThrow().status() == TaskStatus.TODO);
    assertThat(watching.tasks().find(one).orElseThrow().assignee()).isEmpty();
    assertThat(watching.eventsAfter(0, 100))
        .last()
        .satisfies(
            event -> {
              assertThat(event.agent()).isEmpty();
              assertThat(event.event())
                  .isEqualTo(new TaskChanged(one, TaskStatus.TODO, Optional.empty()));
            });
    assertThat(next(bob)).isEqualTo(two);
    assertThat(next(bob)).isEqualTo(one);
  }

  /** Whether it was put back on the board already or not makes no difference. */
  @Test
  void claimNext_rightAfterALeaseEnded_takesWhatIsOnTheBoardFirst() {
    TaskId one = create("one");
    session("alice").tasks().claim(one);
    TaskId two = create("two");
    letALeasePass();
    Tasks bob = session("bob").tasks();
    assertThat(next(bob)).isEqualTo(two);
    assertThat(next(bob)).isEqualTo(one);
  }

  @Test
  void lease_goesOnWithEveryCallOfItsHolder() {
    TaskId id = create("t");
    Session alice = session("alice");
    Tasks kept = alice.tasks();
    Tasks watching = session("bob").tasks();
    kept.claim(id);
    List<Runnable> calls =
        List.of(
            () -> kept.find(id),
            () -> alice.messages().after(0),
            () -> alice.eventsAfter(0, 1),
            () -> alice.artifacts().latest("x"),
            () -> alice.reviews().list(),
            () -> alice.think("hm"),
            alice::state,
            () -> session("alice").tasks().list(TaskFilter.ALL));
    for (Runnable call : calls) {
      clock().advance(LEASE.dividedBy(2));
      call.run();
      Instant renewed = clock().instant().plus(LEASE);
      eventually(
          "it is renewed",
          () -> watching.find(id).orElseThrow().lease().orElseThrow().until().equals(renewed));
    }
    assertThat(watching.claim(id).claimedBy()).contains(ALICE);
  }

  /** Leases are renewed a moment after the call, which may be after their end. */
  @Test
  void lease_goesOnWithACallInItsLastMoment() {
    TaskId id = create("t");
    Session alice = session("alice");
    Session watching = session("bob");
    alice.tasks().claim(id);
    clock().advance(LEASE.minusMillis(1));
    alice.think("still here");
    Instant renewed = clock().instant().plus(LEASE);
    clock().advance(Duration.ofMillis(2));
    eventually(
        "it is renewed",
        () ->
            watching
                .tasks()
                .find(id)
                .orElseThrow()
                .lease()
                .map(Lease::until)
                .equals(Optional.of(renewed)));
    assertThat(watching.tasks().find(id).orElseThrow().assignee()).contains(ALICE);
  }

  @Test
  void lease_isNotRenewedByAnotherOfTheSameNameElsewhere() {
    TaskId id = create("t");
    session("alice").tasks().claim(id);
    clock().advance(LEASE.dividedBy(2));
    parley().connect(ConnectOptions.of("alice").during(MAIN)).sessions().current().tasks().find(id);
    clock().advance(LEASE.dividedBy(2).plusMillis(1));
    assertThat(session("bob").tasks().claim(id).isWon()).isTrue();
  }

  @Test
  void renew_startsTheLeaseAnewUnderTheSameToken() {
    TaskId id = create("t");
    Tasks tasks = session("alice").tasks();
    Lease lease = tasks.claim(id).lease().orElseThrow();
    clock().advance(Duration.ofMillis(10));
    Lease renewed = tasks.renew(id, Optional.of(lease.fencingToken()));
    assertThat(renewed).isEqualTo(new Lease(lease.until().plusMillis(10), lease.fencingToken()));
    assertThat(tasks.renew(id, Optional.empty())).isEqualTo(renewed);
    assertThat(tasks.find(id).orElseThrow().lease()).contains(renewed);
  }

  @Test
  void renewAndRelease_ofWhatIsNotOnes_areRefusedNamingTheHolder() {
    TaskId id = create("t");
    Tasks alice = session("alice").tasks();
    Tasks bob = session("bob").tasks();
    assertThat(refused(() -> alice.renew(id, Optional.empty())))
        .isEqualTo(new ClaimLost(Optional.empty()));
    long token = bob.claim(id).lease().orElseThrow().fencingToken();
    for (Optional<Long> given : List.of(Optional.<Long>empty(), Optional.of(token))) {
      assertThat(refused(() -> alice.renew(id, given)))
          .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
      assertThat(refused(() -> alice.release(id, given)))
          .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    }
    assertThat(refused(() -> bob.renew(id, Optional.of(token + 1))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    assertThat(bob.release(id, Optional.of(token)).status()).isEqualTo(TaskStatus.TODO);
  }

  @Test
  void tokens_riseWithEveryClaimOfATask() {
    TaskId id = create("t");
    Tasks alice = session("alice").tasks();
    Tasks bob = session("bob").tasks();
    long first = token(alice.claim(id));
    letALeasePass();
    long second = token(bob.claim(id));
    bob.release(id, Optional.empty());
    long third = token(alice.claim(id));
    alice.update(id, TaskChange.assignTo(BOB));
    long fourth = bob.find(id).orElseThrow().lease().orElseThrow().fencingToken();
    assertThat(List.of(first, second, third, fourth)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void write_underAnOldToken_isRefusedWhoeverMakesIt() {
    TaskId id = create("t");
    Session alice = session("alice");
    long old = token(alice.tasks().claim(id));
    letALeasePass();
    Session bob = session("bob");
    long current = token(bob.tasks().claim(id));
    assertThat(refused(() -> alice.tasks().update(id, TaskChange.to(TaskStatus.DONE).under(old))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    assertThat(refused(() -> alice.tasks().renew(id, Optional.of(old))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    assertThat(refused(() -> alice.tasks().release(id, Optional.of(old))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    ArtifactDraft draft = ArtifactDraft.of("a", ArtifactType.REPORT, "text").from(id);
    assertThat(refused(() -> alice.artifacts().post(draft.under(old))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    assertThat(refusedCode(() -> bob.tasks().update(id, TaskChange.assignTo(CAROL).under(old))))
        .isEqualTo(ProblemCode.CLAIM_LOST);
    assertThat(bob.artifacts().post(draft.under(current)).version()).isEqualTo(1);
    bob.tasks().update(id, TaskChange.to(TaskStatus.DONE).under(current));
    assertThat(bob.tasks().find(id).orElseThrow().status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void write_withoutAToken_isTheHoldersAlone() {
    TaskId id = create("t");
    session("alice").tasks().claim(id);
    letALeasePass();
    Tasks bob = session("bob").tasks();
    bob.claim(id);
    assertThat(refused(() -> session("alice").tasks().update(id, TaskChange.to(TaskStatus.DONE))))
        .isEqualTo(new NotPermitted("not the task assignee or creator"));
    bob.renew(id, Optional.empty());
    assertThat(bob.update(id, TaskChange.to(TaskStatus.IN_REVIEW)).lease()).isEmpty();
    assertThat(bob.update(id, TaskChange.to(TaskStatus.IN_PROGRESS)).lease()).isPresent();
    assertThat(bob.update(id, TaskChange.to(TaskStatus.DONE)).lease()).isEmpty();
  }

  @Test
  void update_toInProgress_isAClaimOfWhoMakesIt() {
    TaskId id = create("t");
    Task task = session("alice").tasks().update(id, TaskChange.to(TaskStatus.IN_PROGRESS));
    assertThat(task.assignee()).contains(ALICE);
    assertThat(task.lease().orElseThrow().until()).isEqualTo(clock().instant().plus(LEASE));
    assertThat(
            refusedCode(
                () -> session("bob").tasks().update(id, TaskChange.to(TaskStatus.IN_PROGRESS))))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
  }

  @Test
  void update_givingAClaimedTaskAway_endsTheClaimBefore() {
    TaskId id = create("t");
    Tasks alice = session("alice").tasks();
    long old = token(alice.claim(id));
    Task given = alice.update(id, TaskChange.assignTo(BOB).under(old));
    assertThat(given.status()).isEqualTo(TaskStatus.IN_PROGRESS);
    assertThat(given.assignee()).contains(BOB);
    assertThat(refused(() -> alice.renew(id, Optional.of(old))))
        .isEqualTo(new ClaimLost(Optional.of(BOB.value())));
    assertThat(session("bob").tasks().renew(id, Optional.empty()).fencingToken())
        .isGreaterThan(old);
  }

  private TaskId create(String title) {
    return create(TaskDraft.titled(title));
  }

  private TaskId create(TaskDraft.Builder draft) {
    return session("maker").tasks().create(draft.build()).id();
  }

  private static TaskId next(Tasks tasks) {
    Claim claim = tasks.claimNext();
    assertThat(claim.isWon()).as("%s", claim).isTrue();
    return claim.task().orElseThrow().id();
  }

  private static long token(Claim claim) {
    return claim.lease().orElseThrow().fencingToken();
  }
}
