package dev.parley.engine;

/** Rooms through the other provider. */
class HibernateRoomsTest extends RoomsContract {
  HibernateRoomsTest() {
    super(Store.H2_HIBERNATE);
  }
}
