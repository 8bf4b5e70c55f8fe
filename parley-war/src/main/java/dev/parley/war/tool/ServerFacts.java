package dev.parley.war.tool;

import dev.parley.war.wake.WakeServices;
import dev.parley.war.wire.CallContext;
import java.util.Optional;

/**
 * Facts of a deployment that tools report or keep to.
 *
 * @param hasPage whether this deployment has a page for people
 * @param instance the deployer's name for it
 * @param answerBytes the bytes of one answer that lists something
 * @param wake the desks and the reach of agents
 * @param monitor observes the calls
 */
public record ServerFacts(
    boolean hasPage,
    Optional<String> instance,
    int answerBytes,
    WakeServices wake,
    CallMonitor monitor) {

  /**
   * Facts of a deployment without guards that nobody observes, and that knows the reach of nobody.
   */
  public ServerFacts(boolean hasPage, Optional<String> instance, int answerBytes) {
    this(hasPage, instance, answerBytes, WakeServices.unguarded(), CallMonitor.NONE);
  }

  /** Returns the caller behind a call. */
  Caller caller(CallContext call) {
    return new Caller(
        call.connection(),
        call.grant(),
        new ServerAddress(Optional.of(call.address()), hasPage, instance),
        answerBytes,
        wake);
  }
}
