package dev.parley.engine.memory;

import dev.parley.spi.MemoryStore;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** Memory kept in files. */
class KeptInAFolderTest extends SectionedMemoryContract {
  @TempDir private Path home;

  @Override
  MemoryStore newStore(InstantSource clock) {
    return new MarkdownFolder(home, clock);
  }
}
