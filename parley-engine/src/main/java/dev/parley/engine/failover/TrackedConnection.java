package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoints;
import java.util.concurrent.CompletableFuture;

/** One connection of this node that others may take over, and what its row says. */
final class TrackedConnection {
  final TransferableConnection connection;
  private final String key;
  private final String words;
  private final CheckpointHistory pushed;
  private final CheckpointHistory asked;

  /** True if it has a row; false while the database has been unreachable since it opened. */
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

  /** Inserts its row, unless there is one. */
  synchronized void insertOnce(ConnectionRows rows) {
    if (!isRow && !ended) {
      rows.insert(
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

  /** Removes its row; returns true if it was this node's, or there was none. */
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

  /** Returns its progress, to be written. */
  CompletableFuture<Snapshot> snapshot() {
    long progress = progress();
    return connection
        .reading()
        .thenApply(now -> new Snapshot(this, moved(remembered(now)), progress))
        .toCompletableFuture();
  }

  private ConnectionRows.Moved moved(Checkpoints reading) {
    return new ConnectionRows.Moved(connection.id(), connection.session(), reading);
  }

  /** The progress of a connection to be written, and a lower bound of its progress number then. */
  record Snapshot(TrackedConnection of, ConnectionRows.Moved moved, long progress) {

    /** Records that its row was written. */
    void isWritten() {
      of.written = progress;
    }
  }

  private synchronized Checkpoints remembered(Checkpoints now) {
    long at = System.nanoTime();
    now.pushed().forEach(checkpoint -> pushed.add(checkpoint, at));
    now.asked().forEach(checkpoint -> asked.add(checkpoint, at));
    return new Checkpoints(pushed.checkpoints(), asked.checkpoints());
  }
}
