package dev.parley.oauth;

import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;

/**
 * The clients that registered themselves. One that nobody allowed anything is forgotten after a
 * day, any other one 90 days after it was last allowed something. All methods may be called from
 * any thread.
 */
public interface OAuthClients {
  /** The maximum number of clients. */
  int MAX_COUNT = 1_000;

  /**
   * Registers a client under a new id. At the limit the oldest one that nobody allowed anything
   * makes room.
   *
   * @param name the name it gives itself
   * @param redirectUris the addresses a browser may be sent back to
   * @throws ParleyException {@code invalid_argument}; {@code limit_reached} where people allowed
   *     something to each of {@value #MAX_COUNT}; {@code unavailable}
   */
  OAuthClient register(String name, List<String> redirectUris);

  /**
   * Returns a registered client.
   *
   * @throws ParleyException {@code unavailable}
   */
  Optional<OAuthClient> find(String id);
}
