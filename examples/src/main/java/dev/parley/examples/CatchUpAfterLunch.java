package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.agent.Introduction;
import dev.parley.engine.Engine;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.room.RoomName;
import dev.parley.spi.Page;
import java.util.Optional;

/** An agent that was away reads what it missed, once: it keeps a cursor, and nothing else. */
public final class CatchUpAfterLunch {
  private static final RoomName STANDUP = RoomName.of("standup");

  private CatchUpAfterLunch() {}

  /** Prints what bob reads before and after his lunch. */
  public static void main(String[] args) {
    try (Parley parley = Engine.builder().inMemory().build()) {
      Connection alice = parley.connect(Introduction.of("alice"));
      say(alice, "Good morning.");

      Cursor where;
      try (Connection bob = parley.connect(Introduction.of("bob"))) {
        where = read(bob, Optional.empty());
      } // bob is at lunch

      say(alice, "The parser is done.");
      say(alice, "Who takes the printer?");

      try (Connection bob = parley.connect(Introduction.of("bob"))) {
        where = read(bob, Optional.of(where));
        read(bob, Optional.of(where)); // nothing comes twice
      }
    }
  }

  private static void say(Connection who, String text) {
    who.bus().post(STANDUP, Body.of(text), Optional.empty());
  }

  /** Reads page by page; answers where to go on. */
  private static Cursor read(Connection who, Optional<Cursor> since) {
    Page page = who.bus().fetchRecent(STANDUP, since, 100);
    page.messages().forEach(one -> System.out.println("bob reads: " + one.message().text()));
    return page.hasMore() ? read(who, Optional.of(page.next())) : page.next();
  }
}
