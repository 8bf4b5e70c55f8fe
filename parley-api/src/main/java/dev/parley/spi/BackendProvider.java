package dev.parley.spi;

import java.net.URI;
import java.util.List;

/**
 * Makes the backends behind the addresses of its schemes. Found by {@link java.util.ServiceLoader}:
 * a jar on the class path that registers one adds its schemes to {@code --bus}.
 *
 * <p>A provider has a public constructor without parameters and loads no driver in it, because
 * every provider is made to learn its schemes. Parley connects and disconnects what it makes.
 */
public interface BackendProvider {

  /** The schemes of its addresses, in lower case and without {@code ://}; for example redis. */
  List<String> schemes();

  /**
   * A backend for durable rooms and presence, not connected yet.
   *
   * @param address has one of the schemes
   */
  MessageBackend durable(URI address, BackendContext context);

  /**
   * A backend that passes the messages of ephemeral rooms between nodes and keeps them in no file,
   * not connected yet. The nodes that share {@code address} share its topics.
   *
   * @param address has one of the schemes
   */
  MessageBackend ephemeral(URI address, BackendContext context);
}
