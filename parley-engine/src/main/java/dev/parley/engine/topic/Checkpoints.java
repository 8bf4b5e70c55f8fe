package dev.parley.engine.topic;

import java.util.List;

/**
 * How far a connection has read, lately: the newest mark first.
 *
 * @param pushed what was pushed to it
 * @param asked what it took by asking; empty where it never asked
 */
public record Checkpoints(List<Checkpoint> pushed, List<Checkpoint> asked) {
  /** Of a connection that has read nothing. */
  public static final Checkpoints NOTHING = new Checkpoints(List.of(), List.of());

  /** Copies the lists. */
  public Checkpoints {
    pushed = List.copyOf(pushed);
    asked = List.copyOf(asked);
  }
}
