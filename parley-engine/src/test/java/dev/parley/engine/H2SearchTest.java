package dev.parley.engine;

/** Search on H2, which is read from the end. */
class H2SearchTest extends SearchContract {
  H2SearchTest() {
    super(Store.H2);
  }
}
