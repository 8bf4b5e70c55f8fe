package dev.parley.war.browser;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Where Parley runs, and the page with it. It sets no limit to how often one may speak. */
interface Place extends AutoCloseable {

  /** Its address, without a slash at the end. */
  URI base();

  /** What is asked of whoever comes; empty: nothing. */
  Optional<String> token();

  /** The folder of memory and of the files of teams. */
  Path home();

  /** Ends it in order; what was said is kept. */
  void stop();

  /** Starts it once more, at the same address and with what was kept. */
  void startAgain();

  @Override
  void close();

  /** The address of a path, which begins with a slash. */
  default URI at(String path) {
    return URI.create(base() + path);
  }
}
