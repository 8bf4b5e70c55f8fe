package dev.parley.war.tool;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.Artifacts;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Optional;

/** Deliverables in memory. */
record FakeArtifacts(FakeBoard board, AgentId agent) implements Artifacts {

  @Override
  public Artifact post(ArtifactDraft draft) {
    Artifact posted =
        new Artifact(
            new ArtifactId("artifact-" + (board.artifacts.size() + 1)),
            FakeBoard.SESSION,
            draft.name(),
            latest(draft.name()).map(Artifact::version).orElse(0) + 1,
            draft.type(),
            draft.content(),
            agent,
            draft.task(),
            FakeBoard.NOW);
    board.artifacts.add(posted);
    return posted;
  }

  @Override
  public Optional<Artifact> latest(String name) {
    return list().stream()
        .filter(artifact -> artifact.name().equals(name))
        .reduce((before, after) -> after);
  }

  @Override
  public Optional<Artifact> version(String name, int version) {
    return list().stream()
        .filter(artifact -> artifact.name().equals(name) && artifact.version() == version)
        .findFirst();
  }

  @Override
  public Optional<Artifact> find(ArtifactId id) {
    return list().stream().filter(artifact -> artifact.id().equals(id)).findFirst();
  }

  @Override
  public List<Artifact> list() {
    return board.artifacts;
  }

  @Override
  public ListPage<Artifact> list(
      Optional<String> name, Optional<ArtifactId> after, PageSize<Artifact> size) {
    throw new UnsupportedOperationException("no tool asks for a page of artifacts");
  }
}
