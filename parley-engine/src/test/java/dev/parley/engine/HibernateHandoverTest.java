package dev.parley.engine;

/** Connections that go on at another node, on H2 through Hibernate. */
class HibernateHandoverTest extends HandoverContract {
  HibernateHandoverTest() {
    super(Store.H2_HIBERNATE);
  }
}
