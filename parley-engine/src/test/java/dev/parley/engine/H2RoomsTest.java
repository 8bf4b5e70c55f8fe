package dev.parley.engine;

/** Rooms on H2 through EclipseLink: the default. */
class H2RoomsTest extends RoomsContract {
  H2RoomsTest() {
    super(Store.H2);
  }
}
