package dev.parley.war.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.war.wire.NonBlockingWriter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The event stream of one open page. A page that does not read it is disconnected, and catches up
 * later.
 */
final class PageStream {
  /** The bytes that may wait for a page before it is disconnected. */
  private static final long MAX_WAITING = 1 << 20;

  private static final byte[] BEAT = ": \n\n".getBytes(US_ASCII);

  private final NonBlockingWriter out;
  private final LongConsumer proven;
  private final Optional<SessionId> wanted;
  private final AgentId person;
  private final Optional<AgentId> reader;
  private final boolean answersPermissions;
  private volatile boolean ended;

  /**
   * A stream that is not written to yet.
   *
   * @param proven takes the time of the browser's last sign of life, by {@link System#nanoTime}
   * @param wanted the session it shows; empty: the current one
   * @param person the person it is of
   * @param reader the agent whose direct messages alone it shows; empty: those of all
   * @param answersPermissions whether permission requests wait for the person
   * @param over called once it has ended
   */
  PageStream(
      AsyncContext request,
      LongConsumer proven,
      Optional<SessionId> wanted,
      AgentId person,
      Optional<AgentId> reader,
      boolean answersPermissions,
      Consumer<PageStream> over)
      throws IOException {
    this.proven = proven;
    this.wanted = wanted;
    this.person = person;
    this.reader = reader;
    this.answersPermissions = answersPermissions;
    this.out =
        new NonBlockingWriter(
            request,
            () -> {},
            () -> {
              ended = true;
              over.accept(this);
            });
  }

  WriteListener listener() {
    return out;
  }

  /** Returns true once it has ended, which may be before it was shown anything. */
  boolean hasEnded() {
    return ended;
  }

  /** Returns the person it is of. */
  AgentId person() {
    return person;
  }

  /** Returns true if permission requests wait for the person. */
  boolean answersPermissions() {
    return answersPermissions;
  }

  /** The session it shows, where it named one. */
  Optional<SessionId> wanted() {
    return wanted;
  }

  /** Writes {@code all}, and then what its reader may read of the session it shows. */
  void write(byte[] all, Optional<SessionBatch.Taken> ofSession) {
    byte[] events = ofSession.map(taken -> taken.after(all, reader)).orElse(all);
    if (events.length > 0) {
      write(events);
    }
  }

  void write(byte[] events) {
    proven.accept(out.provenAt());
    if (out.waiting() > MAX_WAITING) {
      out.end();
    } else {
      out.add(events);
    }
  }

  void beat() {
    write(BEAT);
  }

  void end() {
    out.end();
  }
}
