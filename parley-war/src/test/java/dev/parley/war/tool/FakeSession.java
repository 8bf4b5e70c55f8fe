package dev.parley.war.tool;

import dev.parley.artifact.Artifacts;
import dev.parley.artifact.Reviews;
import dev.parley.event.Event;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.message.DeliveryStatus;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.CompletionCheck;
import dev.parley.session.Session;
import dev.parley.session.SessionMessagePage;
import dev.parley.session.SessionMessages;
import dev.parley.session.SessionOverview;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.task.Tasks;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The one session there is, as one agent sees it. */
record FakeSession(FakeBoard board, AgentId agent) implements Session, SessionMessages {
  private static final String ID = "01HX00000000000000000000%02d";

  @Override
  public SessionId id() {
    return board.current;
  }

  @Override
  public Session as(AgentId other) {
    return new FakeSession(board, other);
  }

  @Override
  public Session overseen() {
    return this;
  }

  @Override
  public SessionMessages messages() {
    return this;
  }

  @Override
  public SessionMessage send(SessionMessageDraft draft) {
    int seq = board.messages.size() + 1;
    SessionMessage sent =
        new SessionMessage(
            new MessageId(ID.formatted(seq)),
            FakeBoard.SESSION,
            seq,
            agent,
            agent.value().equals("alice"),
            FakeBoard.NOW,
            draft);
    board.messages.add(sent);
    return sent;
  }

  @Override
  public List<SessionMessage> after(long seq) {
    return board.messages.stream()
        .filter(message -> message.seq() > seq)
        .filter(
            message ->
                message.to().map(agent::equals).orElseGet(() -> !message.from().equals(agent)))
        .toList();
  }

  @Override
  public SessionMessagePage after(long seq, PageSize<SessionMessage> size) {
    List<SessionMessage> all = after(seq);
    List<SessionMessage> page = size.firstOf(all);
    return new SessionMessagePage(page, page.size() < all.size());
  }

  @Override
  public void acknowledge(long seq) {
    throw new UnsupportedOperationException();
  }

  @Override
  public DeliveryStatus status(long seq) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Tasks tasks() {
    return new FakeTasks(board, agent);
  }

  @Override
  public Artifacts artifacts() {
    return new FakeArtifacts(board, agent);
  }

  @Override
  public Reviews reviews() {
    return new FakeReviews(board, agent);
  }

  @Override
  public void saveState(String state) {
    board.state = Optional.of(state);
  }

  @Override
  public Optional<String> state() {
    return board.state;
  }

  @Override
  public void think(String content) {
    board.thoughts.add(agent + ": " + content);
  }

  @Override
  public List<Thought> thoughts() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<WorkState> workStates() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionCheck completionCheck(AgentId who) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SessionOverview overview() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<RecordedEvent> eventsAfter(long after, int limit) {
    return List.of();
  }

  @Override
  public ListPage<RecordedEvent> events(
      long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return ListPage.empty();
  }

  @Override
  public ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return ListPage.empty();
  }

  @Override
  public ListPage<RecordedEvent> changesOf(TaskId task, int limit) {
    return ListPage.empty();
  }

  @Override
  public Subscription follow(long after, Consumer<RecordedEvent> follower) {
    return () -> {};
  }
}
