package dev.parley.bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The client's requests that wait for their answers, by id. Safe for all threads. */
final class PendingCalls {
  private final Map<String, Call> waiting = new HashMap<>();

  /** Takes a request in; false if one with its id waits for its answer. */
  synchronized boolean add(Call call) {
    Call before = waiting.get(call.id());
    if (before != null && !before.isAnswered()) {
      return false;
    }
    waiting.put(call.id(), call);
    return true;
  }

  synchronized @Nullable Call find(@Nullable String id) {
    return id == null ? null : waiting.get(id);
  }

  synchronized void remove(Call call) {
    waiting.remove(call.id(), call);
    notifyAll();
  }

  private synchronized List<Call> all() {
    return new ArrayList<>(waiting.values());
  }

  /** Gives up the exchanges of a session that the server does not know any more. */
  void abandon(ServerSession session) {
    for (Call call : all()) {
      call.abandon(session);
    }
  }

  /** Answers whatever still waits with a refusal. */
  void giveUp(ServerCallException why) {
    for (Call call : all()) {
      call.refuse(why);
      call.abort();
    }
  }

  /** Waits until every request was answered, or the time is up. */
  synchronized void awaitNone(int millis) {
    long end = System.nanoTime() + millis * 1_000_000L;
    try {
      long left;
      while (!waiting.isEmpty() && (left = (end - System.nanoTime()) / 1_000_000) > 0) {
        wait(left);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
