package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.AuditEntry;
import dev.parley.id.WorkspaceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The entries that wait for the writer, up to a bound. Those that find no room are counted by
 * workspace. Entries are added from any thread.
 */
final class WaitingEntries {
  private final BlockingQueue<AuditEntry> entries;
  private final Map<WorkspaceId, Long> dropped = new HashMap<>();

  WaitingEntries(int max) {
    this.entries = new ArrayBlockingQueue<>(max);
  }

  /** Adds an entry, or counts the acts it stands for. */
  void add(AuditEntry entry) {
    if (!entries.offer(entry)) {
      Act act = entry.act();
      synchronized (dropped) {
        dropped.merge(act.workspace(), entry.times(), Long::sum);
      }
    }
  }

  /** Takes the first entries, at most {@code max}. */
  List<AuditEntry> take(int max) {
    List<AuditEntry> taken = new ArrayList<>();
    entries.drainTo(taken, max);
    return taken;
  }

  /** Takes the numbers of acts that found no room. */
  Map<WorkspaceId, Long> takeDropped() {
    synchronized (dropped) {
      Map<WorkspaceId, Long> taken = Map.copyOf(dropped);
      dropped.clear();
      return taken;
    }
  }

  int size() {
    return entries.size();
  }
}
