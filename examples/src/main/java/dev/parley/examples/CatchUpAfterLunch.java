package dev.parley.examples;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import java.util.Optional;

/** An agent that was away reads what it missed, once: it keeps a cursor, and nothing else. */
public final class CatchUpAfterLunch {
  private static final RoomName STANDUP = RoomName.of("standup");

  private CatchUpAfterLunch() {}

  /** Prints what bob reads before and after his lunch. */
  public static void main(String[] args) {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      say(alice, "Good morning.");

      Cursor where;
      try (Connection bob = parley.connect(ConnectOptions.of("bob"))) {
        where = read(bob, Optional.empty());
      } // bob is at lunch

      say(alice, "The parser is done.");
      say(alice, "Who takes the printer?");

      try (Connection bob = parley.connect(ConnectOptions.of("bob"))) {
        where = read(bob, Optional.of(where));
        read(bob, Optional.of(where)); // nothing comes twice
      }
    }
  }

  private static void say(Connection who, String text) {
    who.topics().post(STANDUP, Body.of(text), Optional.empty());
  }

  /** Reads page by page; returns the cursor to go on from. */
  private static Cursor read(Connection who, Optional<Cursor> since) {
    MessagePage page = who.topics().fetchRecent(STANDUP, since, 100);
    page.messages().forEach(one -> System.out.println("bob reads: " + one.message().text()));
    return page.hasMore() ? read(who, Optional.of(page.next())) : page.next();
  }
}
