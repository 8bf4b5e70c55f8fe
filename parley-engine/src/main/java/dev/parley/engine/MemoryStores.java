package dev.parley.engine;

import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.memory.JpaMemoryStore;
import dev.parley.engine.memory.MarkdownFolder;
import dev.parley.engine.persistence.Transactions;
import dev.parley.spi.MemoryStore;

/** The stores of memory there are: a given one, a folder, and the database. */
final class MemoryStores {
  private MemoryStores() {}

  /** Returns the one that a configuration names; the database where it names none. */
  static MemoryStore of(ParleyConfig config, Transactions transactions) {
    return config
        .storage()
        .memory()
        .or(() -> config.storage().home().map(home -> new MarkdownFolder(home, config.clock())))
        .orElseGet(() -> new JpaMemoryStore(transactions, config.clock()));
  }
}
