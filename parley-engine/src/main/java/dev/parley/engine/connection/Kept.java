package dev.parley.engine.connection;

import dev.parley.engine.topic.Reading;
import java.util.concurrent.CompletableFuture;

/** One connection of this node that others may go on with, and what was written of it. */
final class Kept {
  final Portable connection;
  private final String key;
  private final String words;
  private final Trail pushed;
  private final Trail asked;

  /** Whether it has a row; it has none while the database is away from its beginning on. */
  volatile boolean isRow;

  volatile Runnable lost = () -> {};
  private volatile long written;
  private boolean ended;

  Kept(Portable connection, String key, String words, Reading before) {
    this.connection = connection;
    this.key = key;
    this.words = words;
    long now = System.nanoTime();
    this.pushed = new Trail(before.pushed(), now);
    this.asked = new Trail(before.asked(), now);
  }

  /** Makes its row, unless there is one. */
  synchronized void keepOnce(ConnectionRows rows) {
    if (!isRow && !ended) {
      rows.keep(
          new Held(
              connection.id(),
              connection.workspace(),
              connection.agent(),
              connection.session(),
              rows.run(),
              words,
              Reading.NOTHING),
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

  private ConnectionRows.Moved moved(Reading reading) {
    return new ConnectionRows.Moved(connection.id(), connection.session(), reading);
  }

  /** What is to be written of a connection, and how far it was at least then. */
  record Marked(Kept of, ConnectionRows.Moved moved, long progress) {

    /** It was written. */
    void isWritten() {
      of.written = progress;
    }
  }

  private synchronized Reading remembered(Reading now) {
    long at = System.nanoTime();
    now.pushed().forEach(mark -> pushed.add(mark, at));
    now.asked().forEach(mark -> asked.add(mark, at));
    return new Reading(pushed.marks(), asked.marks());
  }
}
