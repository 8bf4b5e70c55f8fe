package dev.parley.engine.artifact;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.session.ActMessage;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessageDraft;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The messages with a verdict: to the requester, the author and the asked reviewer. */
final class VerdictMessages {
  private VerdictMessages() {}

  /** Returns the messages about the verdict {@code review}, which {@code agent} gave. */
  static List<SessionMessageDraft> of(AgentId agent, Review review, Artifact subject) {
    ActMessage message =
        ActMessage.about("review_verdict")
            .with("review", Optional.of(review.id().value()))
            .with("status", Optional.of(review.status().wireName()))
            .with("artifact", Optional.of(review.artifact().value()))
            .with("task", subject.task().map(TaskId::value));
    Set<AgentId> concerned = new LinkedHashSet<>();
    concerned.add(review.requester());
    concerned.add(subject.createdBy());
    concerned.add(review.reviewer());
    return concerned.stream().map(to -> message.to(to, text(agent, to, review, subject))).toList();
  }

  private static String text(AgentId agent, AgentId to, Review review, Artifact subject) {
    String verdict =
        review.status() == ReviewStatus.APPROVED ? " approved " : " requested changes to ";
    return agent.value()
        + verdict
        + ActMessage.quoted(subject.name())
        + ", version "
        + subject.version()
        + inPlaceOf(agent, to, review.reviewer())
        + review.comments().filter(text -> !text.isBlank()).map(text -> ": " + text).orElse(".");
  }

  private static String inPlaceOf(AgentId agent, AgentId to, AgentId reviewer) {
    if (reviewer.equals(agent)) {
      return "";
    }
    return reviewer.equals(to) ? ", in your place" : ", in place of " + reviewer.value();
  }
}
