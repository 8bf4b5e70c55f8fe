package dev.parley.engine;

/** Connections that go on at another node, on H2. */
class H2HandoverTest extends HandoverContract {
  H2HandoverTest() {
    super(Store.H2);
  }
}
