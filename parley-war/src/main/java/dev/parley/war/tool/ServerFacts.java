package dev.parley.war.tool;

import dev.parley.war.wake.Desks;
import dev.parley.war.wire.CallContext;
import java.util.Optional;

/**
 * Facts of a deployment that tools report or keep to.
 *
 * @param hasPage whether this deployment has a page for people
 * @param instance the deployer's name for it
 * @param answerBytes the bytes of one answer that lists something
 * @param desks the desks of this node's connections, with the guards of their agents
 */
public record ServerFacts(
    boolean hasPage, Optional<String> instance, int answerBytes, Desks desks) {

  /** Facts of a deployment without guards. */
  public ServerFacts(boolean hasPage, Optional<String> instance, int answerBytes) {
    this(hasPage, instance, answerBytes, Desks.unguarded());
  }

  /** Returns the caller behind a call. */
  Caller caller(CallContext call) {
    return new Caller(
        call.connection(),
        new ServerAddress(Optional.of(call.address()), hasPage, instance),
        answerBytes,
        desks);
  }
}
