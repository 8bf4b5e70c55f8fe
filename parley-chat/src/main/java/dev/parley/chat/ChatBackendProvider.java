package dev.parley.chat;

import dev.parley.problem.InvalidArgument;
import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import java.net.URI;
import java.util.List;

/** Makes the backend of one kind of chat system. */
public abstract class ChatBackendProvider implements BackendProvider {
  private final String scheme;

  /** The provider of the addresses that begin with {@code scheme}. */
  protected ChatBackendProvider(String scheme) {
    this.scheme = scheme;
  }

  /**
   * The system behind an address.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for an address that lacks
   *     something, or a secret that is not there
   */
  protected abstract ChatSystem system(URI address, ChatSecrets secrets);

  @Override
  public final List<String> schemes() {
    return List.of(scheme);
  }

  @Override
  public final MessageBackend durable(URI address, BackendContext context) {
    return new ChatBackend(
        system(address, ChatSecrets.ofThisProcess()),
        context.log(),
        ChatSettings.DEFAULT,
        context.clock());
  }

  @Override
  public final MessageBackend ephemeral(URI address, BackendContext context) {
    throw InvalidArgument.refusal(
        "bus",
        scheme
            + ":// carries durable rooms of one node; give several nodes redis:// or nats:// and"
            + " mirror rooms to the chat system");
  }
}
