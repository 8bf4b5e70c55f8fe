package dev.parley.chat;

import dev.parley.spi.LocalLog;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The parts that the topics of one login have in common.
 *
 * @param system the system
 * @param connection the login
 * @param log the topics
 * @param calls repeats calls
 * @param isMirror whether the topics are rooms of this Parley, which the rooms of the system mirror
 * @param settings the times
 * @param threads carries out what nobody waits for
 */
record ChatAccount(
    ChatSystem system,
    ChatConnection connection,
    LocalLog log,
    PatientCalls calls,
    boolean isMirror,
    ChatSettings settings,
    ScheduledExecutorService threads) {

  /** The end of the patience of a call that begins now, in {@link System#nanoTime}. */
  long deadline() {
    return System.nanoTime() + settings.patience().toNanos();
  }
}
