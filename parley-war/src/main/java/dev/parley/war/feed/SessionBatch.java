package dev.parley.war.feed;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events of a session that go out together, direct messages to those pages that may read them. */
final class SessionBatch {
  private final SseBatch forAll = new SseBatch();
  private List<Piece> pieces = new ArrayList<>();

  /** Events in a row: one direct message, or what everybody may read. */
  private static final class Piece {
    private final Optional<SessionMessage> direct;
    private final byte[] bytes;

    Piece(Optional<SessionMessage> direct, byte[] bytes) {
      this.direct = direct;
      this.bytes = bytes;
    }

    boolean isForAll() {
      return direct.isEmpty();
    }

    boolean isReadableBy(Optional<AgentId> reader) {
      return direct.isEmpty() || reader.map(direct.get()::isReadableBy).orElse(true);
    }
  }

  /** Adds an event that everybody may read. */
  synchronized void add(FeedEvent event, Object data) {
    forAll.add(event, data);
  }

  /** Adds the event that {@code message} is, which is direct. */
  synchronized void addDirect(SessionMessage message, FeedEvent event, Object data) {
    closePiece();
    pieces.add(new Piece(Optional.of(message), SseBatch.of(event, data)));
  }

  private void closePiece() {
    byte[] bytes = forAll.take();
    if (bytes.length > 0) {
      pieces.add(new Piece(Optional.empty(), bytes));
    }
  }

  /** Takes out what gathered. */
  synchronized Taken take() {
    closePiece();
    List<Piece> taken = pieces;
    pieces = new ArrayList<>();
    return new Taken(taken);
  }

  /** Events that were taken out. Each reader's are put together once. Not safe for threads. */
  static final class Taken {
    private final List<Piece> pieces;
    private final boolean areForAll;
    private final Map<Optional<AgentId>, byte[]> made = new HashMap<>();

    private Taken(List<Piece> pieces) {
      this.pieces = pieces;
      this.areForAll = pieces.stream().allMatch(Piece::isForAll);
    }

    /**
     * Returns what {@code reader} may read, after {@code first}, which is the same in every call.
     *
     * @param reader an agent; empty for those who read everything
     */
    byte[] after(byte[] first, Optional<AgentId> reader) {
      return made.computeIfAbsent(
          areForAll ? Optional.empty() : reader, readBy -> joined(first, readBy));
    }

    private byte[] joined(byte[] first, Optional<AgentId> reader) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(first);
      pieces.stream()
          .filter(piece -> piece.isReadableBy(reader))
          .forEach(piece -> all.writeBytes(piece.bytes));
      return all.toByteArray();
    }
  }
}
