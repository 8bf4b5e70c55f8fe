package dev.parley.war.tool;

import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Optional;

/** Verdicts on artifacts: ask for one, give one. */
final class ReviewTools {
  private static final WireEnum<ReviewStatus> VERDICT =
      WireEnum.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private static final Param<ArtifactId> ARTIFACT =
      Param.required(
          "artifact_id",
          ArtifactId::new,
          JsonTypes.text(ArtifactId.MAX_LENGTH, "The id of the artifact."));
  private static final Param<AgentId> REVIEWER = AgentName.required("reviewer", "Who is asked.");
  private static final Param<String> KEY =
      Param.bounded(KeyArgument.NAME, ArtifactDraft.MAX_KEY, "Same key: same review.");
  private static final Param<ReviewId> REVIEW =
      Param.required(
          "review_id", ReviewId::new, JsonTypes.text(ReviewId.MAX_LENGTH, "The id of the review."));
  private static final Param<ReviewStatus> STATUS =
      Param.required("status", VERDICT::read, VERDICT.schema("The verdict."));
  private static final Param<String> COMMENTS =
      Param.bounded("comments", Reviews.MAX_COMMENTS, "Why, and what to change.");

  private static final RecordSchema<Review> ROW =
      new RecordSchema<Review>()
          .with("id", JsonTypes.string(), review -> review.id().value())
          .with("status", JsonTypes.string(), review -> review.status().wireName())
          .with("reviewer", JsonTypes.string(), review -> review.reviewer().value())
          .orNull("comments", JsonTypes.string(), Review::comments);

  private static final RecordSchema<Review> ASKED =
      RecordSchema.<Review>success()
          .with("review_id", JsonTypes.string(), review -> review.id().value());

  private static final RecordSchema<Review> GIVEN =
      RecordSchema.<Review>success().with("review", ROW.schema(), ROW::of);

  private ReviewTools() {}

  static List<ToolDefinition> all() {
    return List.of(request(), submit());
  }

  private static ToolDefinition request() {
    return ToolDefinition.named("request_review", "Request a review")
        .described(
            "Ask an agent for a verdict on an artifact. Send the reviewer the"
                + " review_id with send_message.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, ARTIFACT, REVIEWER, KEY)
        .answers(ASKED)
        .does(
            call -> {
              ArtifactId artifact = call.get(ARTIFACT);
              AgentId reviewer = call.get(REVIEWER);
              Optional<String> key = call.find(KEY).filter(given -> !given.isEmpty());
              Reviews reviews = call.session().reviews();
              return ASKED.fields(
                  key.map(once -> reviews.request(artifact, reviewer, once))
                      .orElseGet(() -> reviews.request(artifact, reviewer)));
            });
  }

  private static ToolDefinition submit() {
    return ToolDefinition.named("submit_review", "Submit a review")
        .described("Give the verdict you were asked for. There is one, and it is final.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, REVIEW, STATUS, COMMENTS)
        .answers(GIVEN)
        .does(
            call -> {
              ReviewId id = call.get(REVIEW);
              ReviewStatus verdict = call.get(STATUS);
              Optional<String> comments = call.find(COMMENTS);
              return GIVEN.fields(call.session().reviews().submit(id, verdict, comments));
            });
  }
}
