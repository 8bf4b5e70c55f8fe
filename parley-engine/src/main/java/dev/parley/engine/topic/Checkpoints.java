package dev.parley.engine.topic;

import java.util.List;

/**
 * The recent checkpoints of a connection, newest first.
 *
 * @param pushed checkpoints of its pushes
 * @param asked checkpoints of its polling; empty where it never polled
 */
public record Checkpoints(List<Checkpoint> pushed, List<Checkpoint> asked) {
  /** The checkpoints of a connection that has read nothing. */
  public static final Checkpoints NOTHING = new Checkpoints(List.of(), List.of());

  /** Copies the lists. */
  public Checkpoints {
    pushed = List.copyOf(pushed);
    asked = List.copyOf(asked);
  }
}
