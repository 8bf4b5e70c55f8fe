package dev.parley.engine.backend;

import dev.parley.spi.HealthAware;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SearchableBackend;
import dev.parley.spi.SeekableBackend;
import java.util.Optional;

/**
 * The optional abilities of a backend. This is the only place that asks a backend for them.
 *
 * @param seekable finds the cursor of any sequence number
 * @param searchable finds messages by an index
 * @param health reports whether the backend answers
 * @param idempotent recognizes a repeated post by its key
 */
public record BackendAbilities(
    Optional<SeekableBackend> seekable,
    Optional<SearchableBackend> searchable,
    Optional<HealthAware> health,
    Optional<IdempotentPosts> idempotent) {

  /** The abilities that {@code backend} has. */
  public static BackendAbilities of(MessageBackend backend) {
    return new BackendAbilities(
        ability(backend, SeekableBackend.class),
        ability(backend, SearchableBackend.class),
        ability(backend, HealthAware.class),
        ability(backend, IdempotentPosts.class));
  }

  private static <T> Optional<T> ability(MessageBackend backend, Class<T> kind) {
    return Optional.of(backend).filter(kind::isInstance).map(kind::cast);
  }

  /** The same, with another index where there is one. */
  public BackendAbilities searchedBy(Optional<? extends SearchableBackend> index) {
    return new BackendAbilities(
        seekable,
        index.<SearchableBackend>map(own -> own).or(() -> searchable),
        health,
        idempotent);
  }
}
