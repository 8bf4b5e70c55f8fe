package dev.parley.war.tool;

import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.CallContext;
import java.util.Optional;

/**
 * Facts of a deployment that tools report or keep to.
 *
 * @param hasPage whether this deployment has a page for people
 * @param instance the deployer's name for it
 * @param answerBytes the bytes of one answer that lists something
 * @param tests the reach of agents
 */
public record ServerFacts(
    boolean hasPage, Optional<String> instance, int answerBytes, WakeTests tests) {

  /** Facts of a deployment that knows the reach of nobody. */
  public ServerFacts(boolean hasPage, Optional<String> instance, int answerBytes) {
    this(hasPage, instance, answerBytes, new WakeTests());
  }

  /** Returns the caller behind a call. */
  Caller caller(CallContext call) {
    return new Caller(
        call.connection(),
        new ServerAddress(Optional.of(call.address()), hasPage, instance),
        answerBytes,
        tests);
  }
}
