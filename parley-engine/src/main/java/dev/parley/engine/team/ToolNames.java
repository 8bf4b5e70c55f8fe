package dev.parley.engine.team;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tools a persona may have.
 *
 * @param known every tool by its full name; empty where they are unknown, and any name is accepted
 */
public record ToolNames(Optional<Set<String>> known) {
  /** The prefix of names that are accepted without being known. */
  public static final String OPEN_PREFIX = "parley_";

  /** Any name: an embedding program knows its tools, the engine does not. */
  public static final ToolNames ANY = new ToolNames(Optional.empty());

  /** Copies the names. */
  public ToolNames {
    known = known.map(Set::copyOf);
  }

  /** Makes the tools of these names, and any that begins with {@link #OPEN_PREFIX}. */
  public static ToolNames of(Collection<String> names) {
    return new ToolNames(Optional.of(Set.copyOf(names)));
  }

  /** Returns true if a persona may have {@code name}. */
  public boolean allow(String name) {
    return known.isEmpty()
        || known.get().contains(name)
        || (name.startsWith(OPEN_PREFIX) && name.length() > OPEN_PREFIX.length());
  }

  /** Returns those of {@code names} that are not known, in their order. */
  List<String> unknown(Collection<String> names) {
    return names.stream().filter(name -> !allow(name)).distinct().toList();
  }

  /** Returns all of them, for a sentence. */
  String listed() {
    TreeSet<String> names = new TreeSet<>(known.orElse(Set.of()));
    names.removeIf(name -> name.startsWith(OPEN_PREFIX));
    return String.join(", ", names) + ", and any that begins with " + OPEN_PREFIX;
  }
}
