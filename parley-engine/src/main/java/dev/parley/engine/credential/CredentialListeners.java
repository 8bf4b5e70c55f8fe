package dev.parley.engine.credential;

import dev.parley.credential.CredentialListener;
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
  private final List<CredentialListener> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Consumer<CredentialListener>> changes = new ConcurrentLinkedQueue<>();
  private final CoalescingTask calls = new CoalescingTask(this::callAll);

  /** Makes none; they are called on {@code executor}. */
  CredentialListeners(Executor executor) {
    calls.runOn(executor);
  }

  Subscription add(CredentialListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  /** Makes the call {@code changed} of each of them soon, on another thread. */
  void pass(Consumer<CredentialListener> changed) {
    if (!listeners.isEmpty()) {
      changes.add(changed);
      calls.wake();
    }
  }

  private boolean callAll() {
    for (Consumer<CredentialListener> next = changes.poll(); next != null; next = changes.poll()) {
      Consumer<CredentialListener> changed = next;
      listeners.forEach(listener -> ListenerCalls.pass(listener, changed));
    }
    return false;
  }
}
