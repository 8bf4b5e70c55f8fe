package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.session.SessionOverview;
import dev.parley.task.LinkedTask;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;

/**
 * A form of an exported session. The methods are called in their order here; those for one item,
 * once for each.
 */
interface ExportFormat {
  /** Returns the media type of the document. */
  String mediaType();

  /** Returns the end of the file's name, with its dot. */
  String suffix();

  /** Begins the document. */
  void begin(OutputStream out, SessionOverview overview, Optional<String> summary)
      throws IOException;

  /** Begins the tasks. */
  void beginTasks(OutputStream out) throws IOException;

  /**
   * Writes a task.
   *
   * @param titles the titles of the tasks it depends on, and maybe others
   */
  void task(OutputStream out, LinkedTask task, Map<TaskId, String> titles) throws IOException;

  /** Begins the messages. */
  void beginMessages(OutputStream out) throws IOException;

  /** Writes a message. */
  void message(OutputStream out, SessionMessage message) throws IOException;

  /** Begins the artifacts. */
  void beginArtifacts(OutputStream out) throws IOException;

  /** Writes a version of an artifact, with its content. */
  void artifact(OutputStream out, Artifact artifact) throws IOException;

  /** Begins the reviews. */
  void beginReviews(OutputStream out) throws IOException;

  /**
   * Writes a review.
   *
   * @param artifact the version it is about, without content
   */
  void review(OutputStream out, Review review, Optional<Artifact> artifact) throws IOException;

  /** Ends the document. */
  void end(OutputStream out) throws IOException;
}
