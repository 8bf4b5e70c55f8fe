package dev.parley.engine.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.task.Gate;
import dev.parley.task.TaskStatus;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The gates of tasks, held against the artifacts and reviews of their session.
 *
 * @param session the session
 * @param roles the roles of its agents
 * @param hookPassed whether the hook before the end of the task has run and succeeded
 */
record TaskGates(SessionId session, TeamRoles roles, boolean hookPassed) {
  private static final String NAMED =
      "SELECT DISTINCT a.name FROM Artifact a WHERE a.session = :session AND a.name IN :names";
  private static final String APPROVED_AND_LATEST =
      """
      r.session = :session AND r.status = dev.parley.artifact.ReviewStatus.APPROVED
        AND a.id = r.artifact AND (a.task = :task%s)
        AND NOT EXISTS (SELECT b.id FROM Artifact b
          WHERE b.session = a.session AND b.name = a.name AND b.version > a.version)
        AND NOT EXISTS (SELECT n.id FROM Review n
          WHERE n.session = r.session AND n.artifact = r.artifact AND n.reviewer = r.reviewer
            AND n.status = dev.parley.artifact.ReviewStatus.CHANGES_REQUESTED
            AND n.updatedAt > r.updatedAt)
      """;
  private static final String OR_NAMED = " OR a.name IN :names";
  private static final String REVIEWERS =
      "SELECT r.id, r.reviewer FROM Review r, Artifact a WHERE " + APPROVED_AND_LATEST;
  private static final String GIVERS =
      "SELECT v.review, v.givenBy, v.asLead FROM Verdict v, Review r, Artifact a"
          + " WHERE v.review = r.id AND "
          + APPROVED_AND_LATEST;

  /**
   * An approval of an artifact of the task.
   *
   * @param by the agent or person that gave it
   * @param asLead whether it has the authority of a lead
   */
  private record Approval(AgentId by, boolean asLead) {}

  /** Returns the gates of {@code row} that have not passed, in the order it names them. */
  List<Gate> open(TaskRows rows, TaskRow row) {
    if (row.status() == TaskStatus.DONE || !row.hasConditions()) {
      return List.of();
    }
    List<Gate> gates = rows.gates(row.id());
    if (gates.isEmpty()) {
      return List.of();
    }
    List<String> names =
        gates.stream().filter(gate -> gate.kind() == Gate.Kind.ARTIFACT).map(Gate::name).toList();
    boolean reviewed = gates.stream().anyMatch(gate -> gate.kind() == Gate.Kind.REVIEW);
    Set<String> posted = posted(rows, names);
    List<Approval> approvals = reviewed ? approvals(rows, row, names) : List.of();
    return gates.stream()
        .filter(
            gate ->
                switch (gate.kind()) {
                  case ARTIFACT -> !posted.contains(gate.name());
                  case REVIEW -> approvals.stream().noneMatch(one -> isBy(one, gate.name()));
                  case HOOK -> !hookPassed;
                })
        .toList();
  }

  private boolean isBy(Approval approval, String role) {
    return approval.by().value().equals(role)
        || (approval.asLead() && role.equals(Gate.LEAD))
        || roles.has(session, approval.by(), role);
  }

  private static Set<String> posted(TaskRows rows, List<String> names) {
    return names.isEmpty()
        ? Set.of()
        : new HashSet<>(
            rows.entities()
                .createQuery(NAMED, String.class)
                .setParameter("session", rows.session())
                .setParameter("names", names)
                .getResultList());
  }

  private static List<Approval> approvals(TaskRows rows, TaskRow row, List<String> names) {
    Map<String, Approval> approvals = new HashMap<>();
    for (Object[] found : query(rows, REVIEWERS, row, names).getResultList()) {
      approvals.put((String) found[0], new Approval(new AgentId((String) found[1]), false));
    }
    if (!approvals.isEmpty()) {
      for (Object[] found : query(rows, GIVERS, row, names).getResultList()) {
        boolean asLead = ((Number) found[2]).intValue() != 0;
        approvals.put((String) found[0], new Approval(new AgentId((String) found[1]), asLead));
      }
    }
    return approvals.values().stream().distinct().toList();
  }

  private static TypedQuery<Object[]> query(
      TaskRows rows, String jpql, TaskRow row, List<String> names) {
    EntityManager entities = rows.entities();
    TypedQuery<Object[]> query =
        entities
            .createQuery(jpql.formatted(names.isEmpty() ? "" : OR_NAMED), Object[].class)
            .setParameter("session", rows.session())
            .setParameter("task", row.id().value());
    if (!names.isEmpty()) {
      query.setParameter("names", names);
    }
    return query;
  }
}
