package dev.parley.war.tool;

import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Optional;

/** Verdicts on deliverables: ask for one, give one. */
final class ReviewTools {
  private static final String REVIEW = "review_id";
  private static final String REVIEWER = "reviewer";
  private static final String STATUS = "status";
  private static final String COMMENTS = "comments";
  private static final WireEnum<ReviewStatus> VERDICT =
      WireEnum.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private static final RecordSchema<Review> ROW =
      new RecordSchema<Review>()
          .with("id", JsonTypes.string(), review -> review.id().value())
          .with(STATUS, JsonTypes.string(), review -> review.status().wireName())
          .with(REVIEWER, JsonTypes.string(), review -> review.reviewer().value())
          .orNull(COMMENTS, JsonTypes.string(), Review::comments);

  private ReviewTools() {}

  static List<ToolDefinition> all() {
    return List.of(request(), submit());
  }

  private static ToolDefinition request() {
    return ToolDefinition.named("request_review", "Request a review")
        .described(
            "Ask an agent for a verdict on an artifact. Nobody is told: send the reviewer the"
                + " review_id with send_message.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(
                    ArtifactTools.ARTIFACT,
                    JsonTypes.text(ArtifactId.MAX_LENGTH, "The id of the artifact."))
                .with(REVIEWER, AgentName.schema("Who is asked."))
                .optionally(
                    "idempotency_key",
                    JsonTypes.text(
                        ArtifactDraft.MAX_KEY, "A repeat with this key is the same review.")))
        .answers(ObjectSchema.success().with(REVIEW, JsonTypes.string()))
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
              return ResultFields.success().and(REVIEW, asked.id().value());
            });
  }

  private static ToolDefinition submit() {
    return ToolDefinition.named("submit_review", "Submit a review")
        .described("Give the verdict you were asked for. There is one, and it is final.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(REVIEW, JsonTypes.text(ReviewId.MAX_LENGTH, "The id of the review."))
                .with(STATUS, VERDICT.schema("The verdict."))
                .optionally(
                    COMMENTS, JsonTypes.text(Reviews.MAX_COMMENTS, "Why, and what to change.")))
        .answers(ObjectSchema.success().with("review", ROW.schema()))
        .does(
            (caller, arguments) -> {
              ReviewId id = arguments.value(REVIEW, ReviewId::new);
              ReviewStatus verdict = arguments.value(STATUS, VERDICT::read);
              Optional<String> comments = arguments.optionalText(COMMENTS, Reviews.MAX_COMMENTS);
              Review given = caller.session(arguments).reviews().submit(id, verdict, comments);
              return ResultFields.success().and("review", ROW.of(given));
            });
  }
}
