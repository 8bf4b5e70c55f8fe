package dev.parley.spi;

import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.List;
import java.util.Map;

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

  /**
   * Mirrors durable rooms of this Parley in rooms of another system, from now on. What is posted
   * here is sent there in its order; what people write there is appended here. A system that cannot
   * be reached is tried again, and gets then what it lacks. By default refused.
   *
   * @param rooms for each topic the address of its mirror, which has one of the schemes
   * @param context its log has the topics, and is connected until the mirrors end
   * @return ends the mirrors
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for an address with a
   *     mistake
   */
  default Subscription mirror(Map<TopicName, URI> rooms, BackendContext context) {
    throw InvalidArgument.refusal(
        "mirror", "the systems of " + String.join("://, ", schemes()) + ":// mirror no rooms");
  }
}
