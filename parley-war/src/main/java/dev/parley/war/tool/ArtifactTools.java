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
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Optional;

/** Artifacts: post a version, read one. */
final class ArtifactTools {
  private static final WireEnum<ArtifactType> TYPES =
      WireEnum.of(ArtifactType::wireName, ArtifactType.values());

  private static final Param<String> NAME =
      Param.text("name", ArtifactDraft.MAX_NAME, "Its name.").asRequired();
  private static final Param<String> WANTED =
      Param.bounded("name", ArtifactDraft.MAX_NAME, "Its name.").asRequired();
  private static final Param<ArtifactType> TYPE =
      Param.required("type", TYPES::read, TYPES.schema("Its kind."));
  private static final Param<String> CONTENT =
      Param.text("content", ArtifactDraft.MAX_CONTENT, "The artifact itself.").asRequired();
  private static final Param<TaskId> TASK = TaskTools.id("task_id", "The task it comes from.");
  private static final Param<Long> TOKEN =
      LeaseFields.given("Of your claim; refused once that ended.");
  private static final Param<String> KEY =
      Param.text(KeyArgument.NAME, ArtifactDraft.MAX_KEY, "Same key: same version.");
  private static final Param<Long> VERSION = Param.integer("version", 1, "Default: the latest.");

  private static final RecordSchema<Artifact> ROW =
      new RecordSchema<Artifact>()
          .with("id", JsonTypes.string(), artifact -> artifact.id().value())
          .with("session_id", JsonTypes.string(), artifact -> artifact.session().value())
          .with("name", JsonTypes.string(), Artifact::name)
          .with("type", JsonTypes.string(), artifact -> artifact.type().wireName())
          .with("content", JsonTypes.string(), Artifact::content)
          .with("created_by", JsonTypes.string(), artifact -> artifact.createdBy().value())
          .orNull("task_id", JsonTypes.string(), artifact -> artifact.task().map(TaskId::value))
          .with(
              "created_at",
              JsonTypes.integer("Unix seconds."),
              artifact -> Timestamps.seconds(artifact.createdAt()))
          .with("version", JsonTypes.integer(), Artifact::version);

  private static final RecordSchema<Artifact> POSTED =
      RecordSchema.<Artifact>success()
          .with("artifact_id", JsonTypes.string(), artifact -> artifact.id().value())
          .with("version", JsonTypes.integer(), Artifact::version);

  private static final RecordSchema<Artifact> FOUND =
      RecordSchema.<Artifact>success().with("artifact", JsonTypes.orNull(ROW.schema()), ROW::of);

  private ArtifactTools() {}

  static List<ToolDefinition> all() {
    return List.of(post(), get());
  }

  private static ToolDefinition post() {
    return ToolDefinition.named("post_artifact", "Post an artifact")
        .described(
            "Post a result of work under a name, for others to read or review. The same name again"
                + " adds a version.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, NAME, TYPE, CONTENT, TASK, TOKEN, KEY)
        .answers(POSTED)
        .does(
            call -> {
              ArtifactDraft draft =
                  new ArtifactDraft(
                      call.get(NAME),
                      call.get(TYPE),
                      call.get(CONTENT),
                      call.find(TASK),
                      call.find(TOKEN),
                      call.find(KEY));
              return POSTED.fields(call.session().artifacts().post(draft));
            });
  }

  private static ToolDefinition get() {
    return ToolDefinition.named("get_artifact", "Read an artifact")
        .described("Read an artifact of your session: its latest version, or the one you name.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, WANTED, VERSION)
        .answers(FOUND)
        .refusesWith("artifact", null)
        .does(
            call -> {
              String name = call.get(WANTED);
              Optional<Long> version = call.find(VERSION);
              Artifacts artifacts = call.session().artifacts();
              Artifact found =
                  version
                      .map(number -> version(artifacts, name, number))
                      .orElseGet(() -> artifacts.latest(name))
                      .orElseThrow(() -> new ParleyException(new NotFound("artifact")));
              return FOUND.fields(found);
            });
  }

  private static Optional<Artifact> version(Artifacts artifacts, String name, long number) {
    if (number < 1) {
      throw InvalidArgument.refusal(VERSION.name(), "it must be 1 or more");
    }
    return number > Integer.MAX_VALUE ? Optional.empty() : artifacts.version(name, (int) number);
  }
}
