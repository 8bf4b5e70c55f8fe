package dev.parley.engine;

/** Durable rooms on H2 through Hibernate. */
class HibernateDurableRoomsTest extends DurableRoomsContract {
  HibernateDurableRoomsTest() {
    super(Store.H2_HIBERNATE);
  }
}
