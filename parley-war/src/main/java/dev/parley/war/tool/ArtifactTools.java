package dev.parley.war.tool;

import dev.parley.ParleyException;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Artifacts;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.task.TaskId;
import java.util.List;
import java.util.Optional;

/** Deliverables: post a version, read one. */
final class ArtifactTools {
  static final String ARTIFACT = "artifact_id";

  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final String CONTENT = "content";
  private static final String VERSION = "version";
  private static final WireName<ArtifactType> TYPES =
      WireName.of(ArtifactType::wireName, ArtifactType.values());

  private static final Row<Artifact> ROW =
      new Row<Artifact>()
          .with("id", Property.string("Its id."), artifact -> artifact.id().value())
          .with(
              "session_id",
              Property.string("The session it belongs to."),
              artifact -> artifact.session().value())
          .with(NAME, Property.string("What it is called."), Artifact::name)
          .with(TYPE, TYPES.schema("Its kind."), artifact -> artifact.type().wireName())
          .with(CONTENT, Property.string("What was delivered."), Artifact::content)
          .with(
              "created_by",
              Property.string("Who posted it."),
              artifact -> artifact.createdBy().value())
          .orNull(
              TaskTools.TASK,
              Property.string("The task it comes from."),
              artifact -> artifact.task().map(TaskId::value))
          .with(
              "created_at",
              Property.integer("When it was posted, in seconds since 1970."),
              artifact -> Times.seconds(artifact.createdAt()))
          .with(VERSION, Property.integer("Which version of its name, from 1."), Artifact::version);

  private ArtifactTools() {}

  static List<HubTool> all() {
    return List.of(post(), get());
  }

  private static HubTool post() {
    return HubTool.named("post_artifact", "Post an artifact")
        .described(
            "Deliver something under a name for the others to read or review. Posting under the"
                + " same name again adds a version; none is ever lost.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(NAME, Property.text(ArtifactDraft.MAX_NAME, "What it is called."))
                .with(TYPE, TYPES.schema("Its kind."))
                .with(CONTENT, Property.text(ArtifactDraft.MAX_CONTENT, "What is delivered."))
                .optionally(
                    TaskTools.TASK, Property.text(TaskTools.MAX_ID, "The task it comes from."))
                .optionally(LeaseFields.TOKEN, LeaseFields.given())
                .optionally(
                    "idempotency_key",
                    Property.text(
                        ArtifactDraft.MAX_KEY,
                        "Posted again under the same key, it is still one version.")))
        .answers(
            Schema.success()
                .with(ARTIFACT, Property.string("The id of this version."))
                .with(VERSION, Property.integer("Which version of its name it is, from 1.")))
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
              return Fields.success()
                  .and(ARTIFACT, posted.id().value())
                  .and(VERSION, posted.version());
            });
  }

  private static HubTool get() {
    return HubTool.named("get_artifact", "Read an artifact")
        .described("Read the latest version of a deliverable of the session, or the one you name.")
        .hinting(Hints.READS)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(NAME, Property.text(ArtifactDraft.MAX_NAME, "What it is called."))
                .optionally(VERSION, Property.integer(1, "Which version; left out, the latest.")))
        .answers(Schema.success().with("artifact", Property.orNull(ROW.schema())))
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
              return Fields.success().and("artifact", ROW.of(found));
            });
  }

  private static Optional<Artifact> version(Artifacts artifacts, String name, long number) {
    if (number < 1) {
      throw InvalidArgument.refusal(VERSION, "it must be 1 or more");
    }
    return number > Integer.MAX_VALUE ? Optional.empty() : artifacts.version(name, (int) number);
  }
}
