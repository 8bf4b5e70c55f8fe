package dev.parley.war;

import dev.parley.Parley;
import dev.parley.credential.CredentialListener;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Follows the credentials of a Parley, once it is open, for those who end what they opened. */
final class CredentialWatch {
  private final Supplier<Optional<Parley>> opened;
  private final List<CredentialListener> listeners;
  private @Nullable Parley followed;

  /**
   * Follows nothing yet.
   *
   * @param opened returns the Parley if it is open, without waiting
   */
  CredentialWatch(Supplier<Optional<Parley>> opened, List<CredentialListener> listeners) {
    this.opened = opened;
    this.listeners = List.copyOf(listeners);
  }

  /** Begins to follow where the Parley has been opened since the last call. */
  synchronized void look() {
    opened
        .get()
        .filter(parley -> parley != followed)
        .ifPresent(
            parley -> {
              followed = parley;
              listeners.forEach(
                  listener -> {
                    var unusedUntilItCloses = parley.credentials().onChange(listener);
                  });
            });
  }
}
