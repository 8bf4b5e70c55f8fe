package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.engine.concurrent.CoalescingTask;
import dev.parley.engine.concurrent.ListenerCalls;
import dev.parley.message.Subscription;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The listeners to changes of credentials, called one after another in the order of changes. */
final class CredentialListeners {
  private final List<Consumer<Credential>> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Credential> changes = new ConcurrentLinkedQueue<>();
  private final CoalescingTask calls = new CoalescingTask(this::callAll);

  /** Makes none; they are called on {@code executor}. */
  CredentialListeners(Executor executor) {
    calls.runOn(executor);
  }

  Subscription add(Consumer<Credential> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  /** Calls them with {@code changed} soon, on another thread. */
  void pass(Credential changed) {
    if (!listeners.isEmpty()) {
      changes.add(changed);
      calls.wake();
    }
  }

  private boolean callAll() {
    for (Credential next = changes.poll(); next != null; next = changes.poll()) {
      Credential changed = next;
      listeners.forEach(listener -> ListenerCalls.pass(changed, listener));
    }
    return false;
  }
}
