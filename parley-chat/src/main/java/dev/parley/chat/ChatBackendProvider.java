package dev.parley.chat;

import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
            + ":// carries durable rooms of one node; have several nodes share the database, and"
            + " one of them mirror rooms to the chat system");
  }

  /** Returns true if the path of an address can be a room, as it says nothing else. */
  protected boolean isRoomInPath() {
    return true;
  }

  @Override
  public final Subscription mirror(Map<TopicName, URI> rooms, BackendContext context) {
    List<ChatMirrors> accounts = new ArrayList<>();
    new MirrorAddresses(rooms, isRoomInPath())
        .accounts()
        .forEach(
            (address, topics) ->
                accounts.add(
                    new ChatMirrors(
                        mirroring(address), topics, context.log(), ChatSettings.DEFAULT)));
    accounts.forEach(ChatMirrors::start);
    return () -> accounts.forEach(ChatMirrors::close);
  }

  private ChatSystem mirroring(URI address) {
    try {
      return system(address, ChatSecrets.ofThisProcess());
    } catch (ParleyException refused) {
      throw refused.problem() instanceof InvalidArgument mistake
          ? InvalidArgument.refusal("mirror", mistake.reason(), mistake.bounds())
          : refused;
    }
  }
}
