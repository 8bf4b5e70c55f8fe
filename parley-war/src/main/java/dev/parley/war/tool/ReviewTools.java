package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactId;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewId;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import java.util.List;
import java.util.Optional;

/** Verdicts on deliverables: ask for one, give one. */
final class ReviewTools {
  private static final String REVIEW = "review_id";
  private static final String REVIEWER = "reviewer";
  private static final String STATUS = "status";
  private static final String COMMENTS = "comments";
  private static final WireName<ReviewStatus> VERDICT =
      WireName.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private static final Row<Review> ROW =
      new Row<Review>()
          .with("id", Property.string("Its id."), review -> review.id().value())
          .with(STATUS, VERDICT.schema("The verdict."), review -> review.status().wireName())
          .with(REVIEWER, Property.string("Who gave it."), review -> review.reviewer().value())
          .orNull(COMMENTS, Property.string("What was said to it."), Review::comments);

  private ReviewTools() {}

  static List<HubTool> all() {
    return List.of(request(), submit());
  }

  private static HubTool request() {
    return HubTool.named("request_review", "Request a review")
        .described(
            "Ask an agent for a verdict on an artifact of the session. Nobody is told: send the"
                + " reviewer a message with the review_id.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(
                    ArtifactTools.ARTIFACT,
                    Property.text(ArtifactId.MAX_LENGTH, "The id of the artifact."))
                .with(REVIEWER, AgentName.schema("Who is asked."))
                .optionally(
                    "idempotency_key",
                    Property.text(
                        ArtifactDraft.MAX_KEY,
                        "Asked again under the same key, it is still one review.")))
        .answers(Schema.success().with(REVIEW, Property.string("The id of the review.")))
        .does(
            (caller, arguments) -> {
              ArtifactId artifact = arguments.value(ArtifactTools.ARTIFACT, ArtifactId::new);
              AgentId reviewer = arguments.value(REVIEWER, AgentName::of);
              Optional<String> key =
                  arguments
                      .optionalText("idempotency_key", ArtifactDraft.MAX_KEY)
                      .filter(given -> !given.isEmpty());
              Reviews reviews = caller.session(arguments).reviews();
              Review asked =
                  key.map(once -> reviews.request(artifact, reviewer, once))
                      .orElseGet(() -> reviews.request(artifact, reviewer));
              return Fields.success().and(REVIEW, asked.id().value());
            });
  }

  private static HubTool submit() {
    return HubTool.named("submit_review", "Submit a review")
        .described("Give the verdict you were asked for. There is one, and it is final.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(REVIEW, Property.text(ReviewId.MAX_LENGTH, "The id of the review."))
                .with(STATUS, VERDICT.schema("The verdict."))
                .optionally(
                    COMMENTS,
                    Property.text(
                        Reviews.MAX_COMMENTS, "Why; say what to change where you want changes.")))
        .answers(Schema.success().with("review", ROW.schema()))
        .does(
            (caller, arguments) -> {
              ReviewId id = arguments.value(REVIEW, ReviewId::new);
              ReviewStatus verdict = arguments.value(STATUS, VERDICT::read);
              Optional<String> comments = arguments.optionalText(COMMENTS, Reviews.MAX_COMMENTS);
              Review given = caller.session(arguments).reviews().submit(id, verdict, comments);
              return Fields.success().and("review", ROW.of(given));
            });
  }
}
