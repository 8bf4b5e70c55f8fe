package dev.parley.war.tool;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Artifacts;
import dev.parley.id.TaskId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Optional;

/** Deliverables: post a version, read one. */
final class ArtifactTools {
  static final String ARTIFACT = "artifact_id";

  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final String CONTENT = "content";
  private static final String VERSION = "version";
  private static final WireEnum<ArtifactType> TYPES =
      WireEnum.of(ArtifactType::wireName, ArtifactType.values());

  private static final RecordSchema<Artifact> ROW =
      new RecordSchema<Artifact>()
          .with("id", JsonTypes.string(), artifact -> artifact.id().value())
          .with("session_id", JsonTypes.string(), artifact -> artifact.session().value())
          .with(NAME, JsonTypes.string(), Artifact::name)
          .with(TYPE, JsonTypes.string(), artifact -> artifact.type().wireName())
          .with(CONTENT, JsonTypes.string(), Artifact::content)
          .with("created_by", JsonTypes.string(), artifact -> artifact.createdBy().value())
          .orNull(
              TaskTools.TASK, JsonTypes.string(), artifact -> artifact.task().map(TaskId::value))
          .with(
              "created_at",
              JsonTypes.integer("Seconds since 1970."),
              artifact -> Timestamps.seconds(artifact.createdAt()))
          .with(VERSION, JsonTypes.integer(), Artifact::version);

  private ArtifactTools() {}

  static List<ToolDefinition> all() {
    return List.of(post(), get());
  }

  private static ToolDefinition post() {
    return ToolDefinition.named("post_artifact", "Post an artifact")
        .described(
            "Post a result of work under a name, for others to read or review. The same name again"
                + " adds a version; older ones stay. Returns artifact_id and version.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(NAME, JsonTypes.text(ArtifactDraft.MAX_NAME, "The name of the artifact."))
                .with(TYPE, TYPES.schema("Its kind."))
                .with(CONTENT, JsonTypes.text(ArtifactDraft.MAX_CONTENT, "The artifact itself."))
                .optionally(
                    TaskTools.TASK, JsonTypes.text(TaskTools.MAX_ID, "The task it comes from."))
                .optionally(LeaseFields.TOKEN, LeaseFields.given())
                .optionally(
                    "idempotency_key",
                    JsonTypes.text(
                        ArtifactDraft.MAX_KEY, "A repeat with this key is the same version.")))
        .answers(
            ObjectSchema.success()
                .with(ARTIFACT, JsonTypes.string())
                .with(VERSION, JsonTypes.integer()))
        .does(
            (caller, arguments) -> {
              ArtifactDraft draft =
                  new ArtifactDraft(
                      arguments.text(NAME),
                      arguments.value(TYPE, TYPES::read),
                      arguments.text(CONTENT),
                      arguments.optionalValue(TaskTools.TASK, TaskTools::id),
                      arguments.integer(LeaseFields.TOKEN),
                      arguments.optionalText("idempotency_key"));
              Artifact posted = caller.session(arguments).artifacts().post(draft);
              return ResultFields.success()
                  .and(ARTIFACT, posted.id().value())
                  .and(VERSION, posted.version());
            });
  }

  private static ToolDefinition get() {
    return ToolDefinition.named("get_artifact", "Read an artifact")
        .described("Read an artifact of your session: its latest version, or the one you name.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(NAME, JsonTypes.text(ArtifactDraft.MAX_NAME, "The name of the artifact."))
                .optionally(VERSION, JsonTypes.integer(1, "Default: the latest.")))
        .answers(ObjectSchema.success().with("artifact", JsonTypes.nullable(ROW.schema())))
        .refusesWith("artifact", null)
        .does(
            (caller, arguments) -> {
              String name = arguments.text(NAME, ArtifactDraft.MAX_NAME);
              Optional<Long> version = arguments.integer(VERSION);
              Artifacts artifacts = caller.session(arguments).artifacts();
              Artifact found =
                  version
                      .map(number -> version(artifacts, name, number))
                      .orElseGet(() -> artifacts.latest(name))
                      .orElseThrow(() -> new ParleyException(new NotFound("artifact")));
              return ResultFields.success().and("artifact", ROW.of(found));
            });
  }

  private static Optional<Artifact> version(Artifacts artifacts, String name, long number) {
    if (number < 1) {
      throw InvalidArgument.refusal(VERSION, "it must be 1 or more");
    }
    return number > Integer.MAX_VALUE ? Optional.empty() : artifacts.version(name, (int) number);
  }
}
