package dev.parley.engine.connection;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * How long other nodes have been silent, by this node's own time: a node that counts on is there,
 * whatever its clock says.
 */
final class NodeWatch {
  private record Seen(long beats, long at) {}

  private final Map<String, Seen> last = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  NodeWatch(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Looks at a node; answers for how long it has been as it is. */
  Duration silence(Standing node) {
    long now = nanoTime.getAsLong();
    Seen seen =
        last.compute(
            node.run(),
            (run, before) ->
                before == null || before.beats() != node.beats()
                    ? new Seen(node.beats(), now)
                    : before);
    return Duration.ofNanos(now - seen.at());
  }

  /** Looks at all nodes there are. */
  void look(Collection<Standing> nodes) {
    nodes.forEach(this::silence);
    Set<String> runs = nodes.stream().map(Standing::run).collect(Collectors.toSet());
    last.keySet().retainAll(runs);
  }
}
