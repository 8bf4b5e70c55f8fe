package dev.parley.engine.memory;

import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.problem.TextLimits;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The summaries of a workspace's sessions in a store. */
public final class SessionSummaries {
  private static final Pattern SESSION = Pattern.compile(SessionId.PATTERN);
  private static final String END = "\n";

  private final WorkspaceId workspace;
  private final MemoryStore store;
  private final int limit;

  /** Makes summaries without a limit on their number. */
  SessionSummaries(WorkspaceId workspace, MemoryStore store) {
    this(workspace, store, Integer.MAX_VALUE);
  }

  /**
   * Makes the summaries of {@code workspace} in {@code store}.
   *
   * @param limit the maximum number of summaries of this workspace
   */
  public SessionSummaries(WorkspaceId workspace, MemoryStore store, int limit) {
    this.workspace = workspace;
    this.store = store;
    this.limit = limit;
  }

  /**
   * Saves {@code summary}, in place of the one before.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value
   *     Memory#MAX_CONTENT}
   */
  public void save(SessionId session, String summary) {
    TextLimits.text("summary", summary, Memory.MAX_CONTENT);
    DocumentCount.refuseIfFull(store, document(session), "summaries", limit);
    store.update(document(session), before -> summary + END);
  }

  /** Returns the summary of {@code session}, as it was saved. */
  public Optional<String> of(SessionId session) {
    return store
        .read(document(session))
        .map(text -> text.endsWith(END) ? text.substring(0, text.length() - END.length()) : text);
  }

  /** Lists the sessions with a summary, newest first; see {@link SummaryOrder}. */
  public List<SessionId> sessions() {
    return store.list(workspace, Kind.SUMMARY).stream()
        .filter(saved -> SESSION.matcher(saved.name()).matches())
        .map(SummaryOrder::of)
        .sorted(Comparator.reverseOrder())
        .map(age -> new SessionId(age.session()))
        .toList();
  }

  private Document document(SessionId session) {
    return new Document(workspace, Kind.SUMMARY, session.value());
  }
}
