package dev.parley.war.bench;

import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.PreparedCall;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls of one client, one after the other. */
interface Script {

  /** Returns true if there is another call to make. */
  boolean hasNext();

  /** The next request. */
  byte[] next();

  /** Reads what came back; throws where it is not what it must be. */
  default void answered(HttpAnswer answer) throws IOException {}

  /** The same call, as long as {@code left}, which it counts down, is above 0. */
  static Script counted(AtomicInteger left, PreparedCall call) {
    return new Script() {
      @Override
      public boolean hasNext() {
        return left.getAndDecrement() > 0;
      }

      @Override
      public byte[] next() {
        return call.next().bytes;
      }
    };
  }

  /** The same call for ever. */
  static Script repeating(PreparedCall call) {
    return new Script() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public byte[] next() {
        return call.next().bytes;
      }
    };
  }
}
