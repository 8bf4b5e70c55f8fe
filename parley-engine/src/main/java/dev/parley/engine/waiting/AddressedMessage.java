package dev.parley.engine.waiting;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WaitingId;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Kind;
import dev.parley.waiting.WaitingItem.Source;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that may wait for a person.
 *
 * @param session the key of the session; empty for a room
 * @param place the name of the session or room
 * @param seq the number of the message there
 * @param id its id
 * @param from the sender
 * @param to the one it is to
 * @param isForEveryone true if it waits for each person
 * @param text the beginning of its text
 * @param sentAt the time it was sent, in milliseconds since 1970
 */
record AddressedMessage(
    Optional<String> session,
    String place,
    long seq,
    String id,
    AgentId from,
    Addressee to,
    boolean isForEveryone,
    String text,
    long sentAt) {

  /** The one a message is to. */
  enum Addressee {
    /** The person alone. */
    PERSON,
    /** The people of the workspace in general. */
    PEOPLE,
    /** Everyone, and it mentions the person. */
    MENTIONED,
    /** Everyone, and it is a question. */
    EVERYONE
  }

  /** Returns true if it declares that its sender goes on after an answer. */
  boolean isQuestion() {
    return DeclaredEnd.WAITING.isDeclaredIn(text);
  }

  /** Returns the item it is. */
  WaitingItem item(Kind kind) {
    String words = isQuestion() ? DeclaredEnd.WAITING.words(text) : text;
    Source source =
        session.isPresent()
            ? Source.of(new SessionId(place), seq)
            : Source.of(new RoomName(place), seq);
    return new WaitingItem(
        WaitingId.ofMessage(id),
        kind,
        source,
        id,
        Optional.empty(),
        from,
        isForEveryone,
        CutText.of(words, WaitingItem.MAX_TEXT),
        Instant.ofEpochMilli(sentAt),
        Optional.empty());
  }
}
