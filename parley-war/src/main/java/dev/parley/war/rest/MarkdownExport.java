package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.session.SessionOverview;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.war.wire.Timestamps;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An exported session as Markdown, for people. Texts of agents are quoted, and the content of
 * artifacts is in fenced blocks, so none of them can look like a part of the document.
 */
final class MarkdownExport implements ExportFormat {
  /** The characters that mean something within a line of Markdown. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_{}\\[\\]<>#|~&]");

  private static final Pattern LINE_END = Pattern.compile("\\R");
  private static final Pattern TICKS = Pattern.compile("`{3,}");

  @Override
  public String mediaType() {
    return "text/markdown;charset=UTF-8";
  }

  @Override
  public String suffix() {
    return ".md";
  }

  @Override
  public void begin(OutputStream out, SessionOverview overview, Optional<String> summary)
      throws IOException {
    write(out, "# Session " + inline(overview.id().value()) + "\n\n");
    write(out, "Begun " + time(overview.createdAt()) + ".\n");
    if (summary.isPresent()) {
      write(out, "\n## Summary\n\n" + quoted(summary.get()));
    }
  }

  @Override
  public void beginTasks(OutputStream out) throws IOException {
    write(out, "\n## Tasks\n");
  }

  @Override
  public void task(OutputStream out, LinkedTask linked, Map<TaskId, String> titles)
      throws IOException {
    Task task = linked.task();
    StringBuilder text = new StringBuilder("\n### ").append(inline(task.draft().title()));
    text.append("\n\n").append(task.status().wireName().replace('_', ' '));
    text.append(", ").append(task.draft().priority().wireName()).append(" priority");
    task.assignee().ifPresent(agent -> text.append(", assigned to ").append(name(agent)));
    text.append(". Created by ").append(name(task.createdBy()));
    text.append(", ").append(time(task.createdAt()));
    text.append("; changed ").append(time(task.updatedAt())).append(".\n");
    if (!task.draft().dependsOn().isEmpty()) {
      text.append(
          task.draft().dependsOn().stream()
              .map(id -> inline(titles.getOrDefault(id, id.value())))
              .collect(Collectors.joining("; ", "\nDepends on: ", ".\n")));
    }
    if (!task.draft().gates().isEmpty()) {
      text.append(
          task.draft().gates().stream()
              .map(gate -> inline(gate.text()))
              .collect(Collectors.joining("; ", "\nGates: ", ".\n")));
    }
    task.draft().description().ifPresent(words -> text.append('\n').append(quoted(words)));
    write(out, text.toString());
  }

  @Override
  public void beginMessages(OutputStream out) throws IOException {
    write(out, "\n## Messages\n");
  }

  @Override
  public void message(OutputStream out, SessionMessage message) throws IOException {
    String to = message.to().map(agent -> " to " + name(agent)).orElse("");
    String thread = message.draft().thread().map(named -> ", thread " + inline(named)).orElse("");
    write(
        out,
        "\n"
            + name(message.from())
            + to
            + ", "
            + time(message.sentAt())
            + thread
            + ":\n\n"
            + quoted(message.draft().content()));
  }

  @Override
  public void beginArtifacts(OutputStream out) throws IOException {
    write(out, "\n## Artifacts\n");
  }

  @Override
  public void artifact(OutputStream out, Artifact artifact) throws IOException {
    String fence = fence(artifact.content());
    write(
        out,
        "\n### "
            + title(artifact)
            + "\n\n"
            + artifact.type().wireName().replace('_', ' ')
            + " by "
            + name(artifact.createdBy())
            + ", "
            + time(artifact.createdAt())
            + ".\n\n"
            + fence
            + "\n");
    write(out, artifact.content());
    write(out, (artifact.content().endsWith("\n") ? "" : "\n") + fence + "\n");
  }

  @Override
  public void beginReviews(OutputStream out) throws IOException {
    write(out, "\n## Reviews\n");
  }

  @Override
  public void review(OutputStream out, Review review, Optional<Artifact> artifact)
      throws IOException {
    write(
        out,
        "\n"
            + artifact.map(MarkdownExport::title).orElse("An artifact")
            + ": "
            + review.status().wireName().replace('_', ' ')
            + ". Asked of "
            + name(review.reviewer())
            + " by "
            + name(review.requester())
            + ", "
            + time(review.createdAt())
            + ".\n"
            + review.comments().map(words -> "\n" + quoted(words)).orElse(""));
  }

  @Override
  public void end(OutputStream out) {
    // nothing stands behind the last review
  }

  private static String title(Artifact artifact) {
    String named = artifact.name().isEmpty() ? "(no name)" : inline(artifact.name());
    return named + ", version " + artifact.version();
  }

  private static String name(AgentId agent) {
    return "**" + inline(agent.value()) + "**";
  }

  private static String time(Instant at) {
    return Timestamps.iso(at);
  }

  /** Returns a text as a part of one line. */
  private static String inline(String text) {
    return SPECIAL.matcher(LINE_END.matcher(text).replaceAll(" ")).replaceAll("\\\\$0");
  }

  /** Returns a text as quoted lines. */
  private static String quoted(String text) {
    return LINE_END
        .splitAsStream(text)
        .map(line -> line.isEmpty() ? ">" : "> " + line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Returns a fence longer than every run of backticks of {@code content}. */
  private static String fence(String content) {
    int longest =
        TICKS.matcher(content).results().mapToInt(run -> run.group().length()).max().orElse(2);
    return "`".repeat(longest + 1);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
