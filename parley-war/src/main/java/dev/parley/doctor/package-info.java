/**
 * The examination of the way from a client to a wake: {@code java -jar parley.war doctor}. Start at
 * {@link dev.parley.doctor.LinkOrder}, which lists the links; each is one class, and a further one
 * is a class and a line there.
 *
 * <p>It changes nothing on the machine, prints no secret, and ends in bounded time. It uses JDK
 * classes and the bridge's client only. Links run one after the other, each in a thread that is
 * given up when its time is over.
 */
@NullMarked
package dev.parley.doctor;

import org.jspecify.annotations.NullMarked;
