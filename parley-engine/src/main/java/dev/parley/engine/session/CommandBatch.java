package dev.parley.engine.session;

import dev.parley.engine.persistence.StatementBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The batchable commands of one commit. */
final class CommandBatch {
  private final SessionTransaction session;
  private final List<Member<?, ?>> members = new ArrayList<>();
  private final StatementBatch statements = new StatementBatch();

  /** The shared part of each kind of commands. */
  private final Map<Class<?>, Object> shared = new HashMap<>();

  CommandBatch(SessionTransaction session) {
    this.session = session;
  }

  SessionTransaction session() {
    return session;
  }

  <B, T> void add(BatchableCommand<B, T> command, QueuedCommand<T> queued) {
    members.add(new Member<>(command, queued));
  }

  /** Collects the statements of all commands, sends them, and finishes the commands. */
  void carryOut() {
    List<Member<?, ?>> announced = members.stream().filter(Member::announce).toList();
    int[] rows = statements.send(session.entities());
    announced.forEach(member -> member.finish(rows));
  }

  private <B> B sharedBy(BatchableCommand<B, ?> command) {
    Class<B> type = command.batchType();
    return type.cast(shared.computeIfAbsent(type, first -> command.newBatch(session)));
  }

  /** A command of the batch, with the indexes of its statements. */
  private final class Member<B, T> {
    private final BatchableCommand<B, T> command;
    private final QueuedCommand<T> queued;
    private int[] indexes = {};

    Member(BatchableCommand<B, T> command, QueuedCommand<T> queued) {
      this.command = command;
      this.queued = queued;
    }

    boolean announce() {
      return queued.step(
          session,
          () ->
              indexes =
                  command.statements(sharedBy(command)).stream()
                      .mapToInt(statements::add)
                      .toArray());
    }

    void finish(int[] rows) {
      int[] own = IntStream.of(indexes).map(index -> rows[index]).toArray();
      queued.step(session, () -> queued.done(command.finish(sharedBy(command), own)));
    }
  }
}
