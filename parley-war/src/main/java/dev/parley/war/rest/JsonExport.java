package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.session.SessionOverview;
import dev.parley.task.Gate;
import dev.parley.task.LinkedTask;
import dev.parley.war.view.ArtifactView;
import dev.parley.war.view.BoardView;
import dev.parley.war.view.ReviewView;
import dev.parley.war.view.SessionMessageView;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.Timestamps;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An exported session as one JSON object. Serves one export. */
final class JsonExport implements ExportFormat {
  private boolean isFirst;

  @Override
  public String mediaType() {
    return "application/json";
  }

  @Override
  public String suffix() {
    return ".json";
  }

  @Override
  public void begin(OutputStream out, SessionOverview overview, Optional<String> summary)
      throws IOException {
    write(out, "{\"session\":");
    out.write(Json.bytes(overview.id().value()));
    write(out, ",\"createdAt\":");
    out.write(Json.bytes(Timestamps.iso(overview.createdAt())));
    if (summary.isPresent()) {
      write(out, ",\"summary\":");
      out.write(Json.bytes(summary.get()));
    }
  }

  @Override
  public void beginTasks(OutputStream out) throws IOException {
    isFirst = true;
    write(out, ",\"tasks\":[");
  }

  @Override
  public void task(OutputStream out, LinkedTask task, Map<TaskId, String> titles)
      throws IOException {
    List<String> gates = task.task().draft().gates().stream().map(Gate::text).toList();
    item(out, BoardView.described(task).and("gates", gates).map());
  }

  @Override
  public void beginMessages(OutputStream out) throws IOException {
    list(out, "messages");
  }

  @Override
  public void message(OutputStream out, SessionMessage message) throws IOException {
    item(out, SessionMessageView.of(message));
  }

  @Override
  public void beginArtifacts(OutputStream out) throws IOException {
    list(out, "artifacts");
  }

  @Override
  public void artifact(OutputStream out, Artifact artifact) throws IOException {
    item(out, ArtifactView.alone(artifact));
  }

  @Override
  public void beginReviews(OutputStream out) throws IOException {
    list(out, "reviews");
  }

  @Override
  public void review(OutputStream out, Review review, Optional<Artifact> artifact)
      throws IOException {
    item(out, ReviewView.of(review, artifact.map(Artifact::name).orElse("")));
  }

  @Override
  public void end(OutputStream out) throws IOException {
    write(out, "]}\n");
  }

  private void list(OutputStream out, String name) throws IOException {
    isFirst = true;
    write(out, "],\"" + name + "\":[");
  }

  private void item(OutputStream out, Object item) throws IOException {
    write(out, isFirst ? "\n" : ",\n");
    isFirst = false;
    out.write(Json.bytes(item));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
