package dev.parley.war.tool;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Verdicts on artifacts: ask for one, give one, list them. */
final class ReviewTools {
  private static final WireEnum<ReviewStatus> VERDICT =
      WireEnum.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private static final Param<ArtifactId> ARTIFACT =
      Param.required(
          "artifact_id",
          ArtifactId::new,
          JsonTypes.text(ArtifactId.MAX_LENGTH, "The artifact's id."));
  private static final Param<AgentId> REVIEWER = AgentName.required("reviewer", "Who is asked.");
  private static final Param<String> KEY =
      Param.bounded(KeyArgument.NAME, ArtifactDraft.MAX_KEY, "Same key: same review.");
  private static final Param<ReviewId> REVIEW =
      Param.required(
          "review_id", ReviewId::new, JsonTypes.text(ReviewId.MAX_LENGTH, "The review's id."));
  private static final Param<ReviewStatus> STATUS =
      Param.required("status", VERDICT::read, VERDICT.schema("The verdict."));
  private static final Param<String> COMMENTS =
      Param.bounded("comments", Reviews.MAX_COMMENTS, "Why, and what to change.");

  private static final WireEnum<ReviewStatus> STATUSES =
      WireEnum.of(ReviewStatus::wireName, ReviewStatus.values());

  private static final Param<ArtifactId> OF_ARTIFACT =
      Param.optional(
          "artifact_id",
          ArtifactId::new,
          JsonTypes.text(ArtifactId.MAX_LENGTH, "Only of this artifact."));
  private static final Param<ReviewStatus> OF_STATUS =
      Param.optional("status", STATUSES::read, STATUSES.schema("Only of this status."));
  private static final Param<AgentId> OF_REVIEWER =
      AgentName.optional("reviewer", "Only those it was asked for.");
  private static final Param<AgentId> OF_REQUESTER =
      AgentName.optional("requester", "Only those it asked for.");
  private static final Param<ReviewId> AFTER =
      Param.optional(
          "after", ReviewId::new, JsonTypes.text(ReviewId.MAX_LENGTH, "Only after this one."));

  /** A review and the version it is about, if that was looked up. */
  private record OfVersion(Review review, Optional<Artifact> artifact) {
    OfVersion(Review review) {
      this(review, Optional.empty());
    }
  }

  private static final RecordSchema<Review> ROW =
      new RecordSchema<Review>()
          .with("id", JsonTypes.string(), review -> review.id().value())
          .with("status", JsonTypes.string(), review -> review.status().wireName())
          .with("reviewer", JsonTypes.string(), review -> review.reviewer().value())
          .orNull("comments", JsonTypes.string(), Review::comments);

  private static final RecordSchema<OfVersion> LISTED =
      new RecordSchema<OfVersion>()
          .with("id", JsonTypes.string(), row -> row.review().id().value())
          .with("artifact_id", JsonTypes.string(), row -> row.review().artifact().value())
          .ifPresent("name", JsonTypes.string(), row -> row.artifact().map(Artifact::name))
          .ifPresent("version", JsonTypes.integer(), row -> row.artifact().map(Artifact::version))
          .with("status", JsonTypes.string(), row -> row.review().status().wireName())
          .with("reviewer", JsonTypes.string(), row -> row.review().reviewer().value())
          .with("requester", JsonTypes.string(), row -> row.review().requester().value())
          .orNull("comments", JsonTypes.string(), row -> row.review().comments())
          .unlisted("created_at", row -> Timestamps.seconds(row.review().createdAt()))
          .with(
              "updated_at",
              JsonTypes.integer("Unix seconds."),
              row -> Timestamps.seconds(row.review().updatedAt()));

  private static final RecordSchema<ToolPaging.Listed> REVIEWS =
      ToolPaging.answer("reviews", LISTED.schema(), "next_after", JsonTypes.string());

  private static final RecordSchema<Review> ASKED =
      RecordSchema.<Review>success()
          .with("review_id", JsonTypes.string(), review -> review.id().value());

  private static final RecordSchema<Review> GIVEN =
      RecordSchema.<Review>success()
          .with("review", JsonTypes.object("id, status, reviewer, comments"), ROW::of);

  private ReviewTools() {}

  /** Returns the tools of the team's set. */
  static List<ToolDefinition> all() {
    return List.of(request(), submit());
  }

  /** Returns the tools that belong to no set. */
  static List<ToolDefinition> inNoSet() {
    return List.of(list());
  }

  private static ToolDefinition request() {
    return ToolDefinition.named("request_review", "Request a review")
        .described(
            "Ask an agent for a verdict on an artifact. Send the reviewer the"
                + " review_id with send_message. The verdict comes to you as a message.")
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

  private static ToolDefinition list() {
    return ToolDefinition.named("get_reviews", "List reviews")
        .described(
            "List the reviews of your session with their verdicts, oldest first. While truncated,"
                + " call again with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.AGENT,
            OF_ARTIFACT,
            OF_STATUS,
            OF_REVIEWER,
            OF_REQUESTER,
            AFTER,
            ToolPaging.LIMIT)
        .answers(REVIEWS)
        .does(
            call -> {
              ReviewFilter filter =
                  new ReviewFilter(
                      call.find(OF_ARTIFACT).map(Set::of).orElse(Set.of()),
                      call.find(OF_STATUS),
                      call.find(OF_REVIEWER),
                      call.find(OF_REQUESTER));
              Optional<ReviewId> after = call.find(AFTER);
              return REVIEWS.fields(page(call, filter, after));
            });
  }

  /** Reads a page; names are looked up after it, so that it may become shorter once more. */
  private static ToolPaging.Listed page(
      ToolCall call, ReviewFilter filter, Optional<ReviewId> after) {
    Reviews reviews = call.session().reviews();
    PageSize<OfVersion> size = ToolPaging.size(call, ToolPaging.limit(call), LISTED);
    ListPage<Review> page =
        reviews.list(
            filter,
            after,
            new PageSize<>(
                size.limit(),
                size.budget(),
                review -> size.weight().applyAsLong(new OfVersion(review))));
    Map<ReviewId, Artifact> subjects =
        reviews.subjects(page.items().stream().map(Review::id).collect(Collectors.toSet()));
    List<OfVersion> read =
        page.items().stream()
            .map(review -> new OfVersion(review, Optional.ofNullable(subjects.get(review.id()))))
            .toList();
    List<OfVersion> rows = ToolPaging.fitting(read, call, LISTED);
    return ToolPaging.listed(
        rows,
        LISTED.ofAll(rows),
        page.hasMore() || rows.size() < read.size(),
        row -> row.review().id().value());
  }
}
