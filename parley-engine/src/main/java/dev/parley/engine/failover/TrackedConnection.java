package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoints;
import java.util.concurrent.CompletableFuture;

/** One connection of this node that others may go on with, and what was written of it. */
final class TrackedConnection {
  final TransferableConnection connection;
  private final String key;
  private final String words;
  private final CheckpointHistory pushed;
  private final CheckpointHistory asked;

  /** Whether it has a row; it has none while the database is away from its beginning on. */
  volatile boolean isRow;

  volatile Runnable lost = () -> {};
  private volatile long written;
  private boolean ended;

  TrackedConnection(
      TransferableConnection connection, String key, String words, Checkpoints before) {
    this.connection = connection;
    this.key = key;
    this.words = words;
    long now = System.nanoTime();
    this.pushed = new CheckpointHistory(before.pushed(), now);
    this.asked = new CheckpointHistory(before.asked(), now);
  }

  /** Makes its row, unless there is one. */
  synchronized void keepOnce(ConnectionRows rows) {
    if (!isRow && !ended) {
      rows.keep(
          new StoredConnection(
              connection.id(),
              connection.workspace(),
              connection.agent(),
              connection.session(),
              rows.run(),
              words,
              Checkpoints.NOTHING),
          key);
      isRow = true;
    }
  }

  /** Removes its row; answers whether it was this node's, or there was none. */
  synchronized boolean end(ConnectionRows rows) {
    boolean ours = !isRow || rows.end(connection.id());
    ended = true;
    return ours;
  }

  boolean hasMoved() {
    return progress() != written;
  }

  private long progress() {
    return 31 * connection.progress() + connection.session().hashCode();
  }

  /** Where it is, to be written. */
  CompletableFuture<Marked> mark() {
    long progress = progress();
    return connection
        .reading()
        .thenApply(now -> new Marked(this, moved(remembered(now)), progress))
        .toCompletableFuture();
  }

  private ConnectionRows.Moved moved(Checkpoints reading) {
    return new ConnectionRows.Moved(connection.id(), connection.session(), reading);
  }

  /** What is to be written of a connection, and how far it was at least then. */
  record Marked(TrackedConnection of, ConnectionRows.Moved moved, long progress) {

    /** It was written. */
    void isWritten() {
      of.written = progress;
    }
  }

  private synchronized Checkpoints remembered(Checkpoints now) {
    long at = System.nanoTime();
    now.pushed().forEach(mark -> pushed.add(mark, at));
    now.asked().forEach(mark -> asked.add(mark, at));
    return new Checkpoints(pushed.marks(), asked.marks());
  }
}
