package dev.parley.engine.artifact;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.engine.session.SessionLimits;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.ReviewClosed;
import dev.parley.problem.SessionFull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of reviews: one reviewer, one verdict. */
@OnStores
class ReviewsTest extends OpenBoard {
  @Test
  void request_waitsForTheReviewer() {
    ArtifactId artifact = artifact();
    Review asked = session("alice").reviews().request(artifact, BOB);
    assertThat(asked)
        .isEqualTo(
            new Review(
                asked.id(),
                MAIN,
                artifact,
                BOB,
                ALICE,
                ReviewStatus.PENDING,
                Optional.empty(),
                clock().instant(),
                clock().instant()));
    assertThat(session("bob").reviews().find(asked.id())).contains(asked);
  }

  @Test
  void request_ofSeveral_makesAReviewEach() {
    ArtifactId artifact = artifact();
    Reviews alice = session("alice").reviews();
    List<Review> asked =
        List.of(
            alice.request(artifact, BOB),
            alice.request(artifact, CAROL),
            alice.request(artifact, BOB),
            alice.request(artifact, ALICE));
    assertThat(asked).extracting(Review::id).doesNotHaveDuplicates();
    assertThat(session("bob").reviews().list()).isEqualTo(asked);
    assertThat(alice.submit(asked.get(3).id(), ReviewStatus.APPROVED, Optional.empty()).status())
        .as("of oneself")
        .isEqualTo(ReviewStatus.APPROVED);
  }

  @Test
  void request_ofWhatIsNotThere_isRefused() {
    Reviews elsewhere = session(parley(), "alice", new SessionId("other")).reviews();
    ArtifactId here = artifact();
    assertThat(refused(() -> elsewhere.request(here, BOB))).isEqualTo(new NotFound("artifact"));
    assertThat(refused(() -> elsewhere.request(new ArtifactId("absent"), BOB, "k")))
        .isEqualTo(new NotFound("artifact"));
  }

  @Test
  void request_underAUsedKey_isTheFirstOneOfItsAgentOrRefused() {
    Reviews alice = session("alice").reviews();
    ArtifactId artifact = artifact();
    Review first = alice.request(artifact, BOB, "k");
    assertThat(alice.request(artifact, BOB, "k")).isEqualTo(first);
    assertThat(refused(() -> alice.request(artifact, CAROL, "k")))
        .isEqualTo(new KeyReused("k", "review", first.id().value()));
    assertThat(alice.request(artifact, BOB, "K").id()).isNotEqualTo(first.id());
    assertThat(alice.request(artifact, BOB, "").id())
        .isNotEqualTo(alice.request(artifact, BOB, "").id());
    assertThat(refusedField(() -> alice.request(artifact, BOB, "k".repeat(257))))
        .isEqualTo("idempotency_key");
    alice.request(artifact, BOB, "k".repeat(256));
    assertThat(alice.list()).hasSize(5);
  }

  @Test
  void request_bySixteenAtOnceUnderOneKey_isAskedOnce() throws Exception {
    ArtifactId artifact = artifact();
    List<ReviewId> ids =
        AtOnce.run(16, i -> session("alice").reviews().request(artifact, BOB, "k").id());
    assertThat(ids).containsOnly(ids.get(0));
    assertThat(session("alice").reviews().list()).hasSize(1);
  }

  @Test
  void list_ofAFilter_hasThoseThatPassEveryCriterion_inPages() {
    ArtifactId first = artifact();
    ArtifactId second = artifact();
    Review one = session("alice").reviews().request(first, BOB);
    Review two = session("alice").reviews().request(second, CAROL);
    Review three = session("bob").reviews().request(second, CAROL);
    Review given =
        session("carol").reviews().submit(two.id(), ReviewStatus.APPROVED, Optional.of("good"));
    Optional<ReviewStatus> pending = Optional.of(ReviewStatus.PENDING);
    Optional<AgentId> anybody = Optional.empty();
    assertThat(listed(ReviewFilter.ALL)).containsExactly(one, given, three);
    assertThat(listed(ReviewFilter.about(Set.of(second)))).containsExactly(given, three);
    assertThat(listed(new ReviewFilter(Set.of(), pending, anybody, anybody)))
        .containsExactly(one, three);
    assertThat(listed(new ReviewFilter(Set.of(), Optional.empty(), Optional.of(CAROL), anybody)))
        .containsExactly(given, three);
    assertThat(listed(new ReviewFilter(Set.of(), Optional.empty(), anybody, Optional.of(ALICE))))
        .containsExactly(one, given);
    assertThat(
            listed(new ReviewFilter(Set.of(second), pending, Optional.of(CAROL), Optional.of(BOB))))
        .containsExactly(three);
    ListPage<Review> page =
        session("bob")
            .reviews()
            .list(
                new ReviewFilter(Set.of(), pending, anybody, anybody),
                Optional.empty(),
                PageSize.of(1));
    assertThat(page).isEqualTo(new ListPage<>(List.of(one), true));
  }

  private List<Review> listed(ReviewFilter filter) {
    return session("bob").reviews().list(filter, Optional.empty(), PageSize.of(9)).items();
  }

  @Test
  void submit_givesTheVerdictAndItsComments() {
    ReviewId id = session("alice").reviews().request(artifact(), BOB).id();
    clock().advance(Duration.ofMillis(5));
    String comments = "😀".repeat(Reviews.MAX_COMMENTS / 2);
    Review given =
        session("bob").reviews().submit(id, ReviewStatus.CHANGES_REQUESTED, Optional.of(comments));
    assertThat(given.status()).isEqualTo(ReviewStatus.CHANGES_REQUESTED);
    assertThat(given.comments()).contains(comments);
    assertThat(given.updatedAt()).isEqualTo(given.createdAt().plusMillis(5));
    assertThat(session("alice").reviews().find(id)).contains(given);
  }

  @Test
  void submit_ofCommentsPastTheirLimitOrOfNoVerdict_isRefused() {
    Reviews bob = session("bob").reviews();
    ReviewId id = bob.request(artifact(), BOB).id();
    Optional<String> over = Optional.of("c".repeat(Reviews.MAX_COMMENTS + 1));
    assertThat(refusedField(() -> bob.submit(id, ReviewStatus.APPROVED, over)))
        .isEqualTo("comments");
    assertThat(refusedField(() -> bob.submit(id, ReviewStatus.PENDING, Optional.empty())))
        .isEqualTo("status");
    assertThat(bob.find(id).orElseThrow().status()).isEqualTo(ReviewStatus.PENDING);
  }

  @Test
  void submit_byAnybodyElse_isRefused() {
    Reviews alice = session("alice").reviews();
    ReviewId id = alice.request(artifact(), BOB).id();
    NotPermitted refusal = new NotPermitted("not the assigned reviewer");
    assertThat(refused(() -> alice.submit(id, ReviewStatus.APPROVED, Optional.empty())))
        .isEqualTo(refusal);
    session("bob").reviews().submit(id, ReviewStatus.APPROVED, Optional.empty());
    assertThat(refused(() -> alice.submit(id, ReviewStatus.APPROVED, Optional.empty())))
        .isEqualTo(refusal);
  }

  @Test
  void submit_again_isRefusedWithTheVerdictThatStands() {
    Reviews bob = session("bob").reviews();
    ReviewId id = bob.request(artifact(), BOB).id();
    Review given = bob.submit(id, ReviewStatus.APPROVED, Optional.of("good"));
    assertThat(refused(() -> bob.submit(id, ReviewStatus.CHANGES_REQUESTED, Optional.of("no"))))
        .isEqualTo(new ReviewClosed("approved"));
    assertThat(bob.find(id)).contains(given);
  }

  @Test
  void submit_bySixteenAtOnce_oneVerdictStands() throws Exception {
    ReviewId id = session("alice").reviews().request(artifact(), BOB).id();
    List<Optional<Review>> given =
        AtOnce.run(
            16,
            i -> {
              ReviewStatus verdict =
                  i % 2 == 0 ? ReviewStatus.APPROVED : ReviewStatus.CHANGES_REQUESTED;
              try {
                return Optional.of(
                    session("bob").reviews().submit(id, verdict, Optional.of("by " + i)));
              } catch (ParleyException refused) {
                assertThat(refused.problem().code()).isEqualTo(ProblemCode.ALREADY_SUBMITTED);
                return Optional.empty();
              }
            });
    assertThat(given)
        .filteredOn(Optional::isPresent)
        .containsExactly(session("alice").reviews().find(id));
  }

  @Test
  void submit_ofAReviewThatIsAbsentOrElsewhere_isRefused() {
    ReviewId here = session("alice").reviews().request(artifact(), BOB).id();
    Reviews there = session(parley(), "bob", new SessionId("other")).reviews();
    for (ReviewId id : List.of(here, new ReviewId("absent"))) {
      assertThat(refused(() -> there.submit(id, ReviewStatus.APPROVED, Optional.empty())))
          .isEqualTo(new NotFound("review"));
      assertThat(there.find(id)).isEmpty();
    }
    assertThat(there.list()).isEmpty();
  }

  @Test
  void request_pastTheLimit_isRefusedButNotUnderAUsedKey() {
    try (Parley small = another("small").limits(new SessionLimits(9, 9, 9, 2)).build()) {
      ArtifactId artifact = artifact();
      Reviews reviews = session(small, "alice", MAIN).reviews();
      Review first = reviews.request(artifact, BOB, "k");
      reviews.request(artifact, BOB);
      assertThat(refused(() -> reviews.request(artifact, BOB)))
          .isEqualTo(new SessionFull("review", 2));
      assertThat(reviews.request(artifact, BOB, "k")).isEqualTo(first);
    }
  }

  private ArtifactId artifact() {
    return session("maker")
        .artifacts()
        .post(ArtifactDraft.of("a", ArtifactType.REPORT, "text"))
        .id();
  }
}
