package dev.parley.chat.telegram;

import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.http.ChatHttp;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The updates of the emulated bot that are not confirmed, and the poll that waits for them. */
final class TelegramUpdateQueue {
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SLICE_MILLIS = 20;

  private final Faults faults;
  private final TreeMap<Long, ObjectNode> updates = new TreeMap<>();
  private final TreeMap<Long, ObjectNode> confirmed = new TreeMap<>();
  private long nextId = 734_512_001;
  private @Nullable ObjectNode late;
  private long lateSince;
  private long generation;
  private int polls;
  private int longPolls;
  private boolean isCut;

  TelegramUpdateQueue(Faults faults) {
    this.faults = faults;
  }

  /** Adds an update; faults may double it or have the next one overtake it. */
  synchronized void add(String kind, ObjectNode message) {
    ObjectNode update = TelegramEmulator.object();
    update.set(kind, message);
    ObjectNode held = late;
    if (held == null && faults.isDue(Fault.LATE_EVENT)) {
      late = update;
      lateSince = System.nanoTime();
      return;
    }
    put(update);
    if (faults.isDue(Fault.DOUBLED_EVENT)) {
      put(update.deepCopy());
    }
    if (held != null) {
      late = null;
      put(held);
    }
  }

  private void put(ObjectNode update) {
    update.put("update_id", nextId);
    updates.put(nextId++, update);
    notifyAll();
  }

  /** Puts updates that were confirmed back, as if their confirmation had not come. */
  synchronized void forgetConfirmations() {
    updates.putAll(confirmed);
    confirmed.clear();
    notifyAll();
  }

  /** The number of updates that are not confirmed. */
  synchronized int size() {
    return updates.size();
  }

  /** The number of polls that wait for an update. */
  synchronized int longPolls() {
    return longPolls;
  }

  /** Answers a poll, which ends the one before it. */
  synchronized Response poll(long offset, int limit, int timeout) throws InterruptedException {
    Map<Long, ObjectNode> done = updates.headMap(offset);
    confirmed.putAll(done);
    done.clear();
    long own = ++generation;
    notifyAll();
    polls++;
    int waits = timeout > 0 ? 1 : 0;
    longPolls += waits;
    try {
      return answer(own, limit, System.nanoTime() + TimeUnit.SECONDS.toNanos(timeout));
    } finally {
      polls--;
      longPolls -= waits;
      notifyAll();
    }
  }

  private Response answer(long own, int limit, long end) throws InterruptedException {
    if (faults.isDue(Fault.CUT_STREAM)) {
      return badGateway();
    }
    if (faults.isDue(Fault.EXPIRED)) {
      return conflict();
    }
    for (; ; ) {
      if (isCut) {
        return badGateway();
      }
      if (generation != own) {
        return conflict();
      }
      ObjectNode held = late;
      if (held != null && System.nanoTime() - lateSince > LATE_NANOS) {
        late = null;
        put(held);
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (!updates.isEmpty() || left <= 0) {
        ArrayNode result = ChatHttp.JSON.createArrayNode();
        updates.values().stream().limit(limit).forEach(result::add);
        return TelegramEmulator.ok(result);
      }
      wait(late == null ? left : Math.min(left, SLICE_MILLIS));
    }
  }

  private static Response badGateway() {
    return new Response(502, Map.of("Content-Type", "text/html"), "<html>Bad Gateway</html>");
  }

  private static Response conflict() {
    return TelegramEmulator.error(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is"
            + " running");
  }

  /** Ends the poll that waits, and returns when it is gone. */
  synchronized void cut() throws InterruptedException {
    isCut = true;
    notifyAll();
    while (polls > 0) {
      wait();
    }
    isCut = false;
  }
}
