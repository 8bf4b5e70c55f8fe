package dev.parley.engine.memory;

/** Memory on H2 through EclipseLink: the default. */
class H2MemoryRowsTest extends MemoryRowsContract {

  @Override
  OpenRows open() {
    return OpenRows.onH2();
  }
}
