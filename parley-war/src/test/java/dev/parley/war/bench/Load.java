package dev.parley.war.bench;

import dev.parley.war.process.ServerProcess;
import java.io.IOException;

/** Work on a running server that is done a slice at a time. */
interface Load extends AutoCloseable {

  /** Makes what the next slice needs; this is not measured. */
  default void prepare() throws Exception {}

  /** Works for about so long and until all is answered; returns how much was done. */
  long work(long nanos) throws Exception;

  @Override
  void close() throws IOException;

  /** Puts a load on a server. */
  interface Kind {
    Load on(ServerProcess server, BenchSettings settings) throws Exception;
  }
}
