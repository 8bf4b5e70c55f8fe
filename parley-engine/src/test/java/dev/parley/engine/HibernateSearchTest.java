package dev.parley.engine;

/** Search on H2 through the other provider. */
class HibernateSearchTest extends SearchContract {
  HibernateSearchTest() {
    super(Store.H2_HIBERNATE);
  }
}
