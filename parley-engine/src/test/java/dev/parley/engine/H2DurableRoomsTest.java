package dev.parley.engine;

/** Durable rooms on H2. */
class H2DurableRoomsTest extends DurableRoomsContract {
  H2DurableRoomsTest() {
    super(Store.H2);
  }
}
