package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.Notice;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import java.util.ArrayList;
import java.util.List;

/** A sink that writes down all that happens to it, and takes as much as it is told to. */
final class RecordingSink implements Sink {
  /** A push as it was taken. */
  record Taken(long number, Event event) {}

  final List<Taken> taken = new ArrayList<>();
  final List<Long> begun = new ArrayList<>();
  final List<Cut> cuts = new ArrayList<>();
  final List<Integer> takenAtFlush = new ArrayList<>();
  Runnable atBegin = () -> {};
  int flushes;
  int room = Integer.MAX_VALUE;

  @Override
  public void begin(long after) {
    begun.add(after);
    atBegin.run();
  }

  @Override
  public boolean isReady() {
    return room > 0;
  }

  @Override
  public void deliver(Push push) {
    room--;
    taken.add(new Taken(push.number(), push.event()));
  }

  @Override
  public void flush() {
    flushes++;
    takenAtFlush.add(taken.size());
  }

  @Override
  public void cut(Cut why) {
    cuts.add(why);
  }

  List<Long> numbers() {
    return taken.stream().map(Taken::number).toList();
  }

  /** Each push in a word: the text of a message, {@code lost 3}, or what a notice says. */
  List<String> words() {
    return taken.stream().map(push -> word(push.event())).toList();
  }

  private static String word(Event event) {
    return switch (event.kind()) {
      case MESSAGE_ARRIVED -> ((MessageArrived) event).message().text();
      case MESSAGES_LOST -> "lost " + ((MessagesLost) event).count();
      case NOTICE -> ((Notice) event).form().toString();
      default -> throw new IllegalArgumentException(event.kind().name());
    };
  }
}
