package dev.parley.engine;

/** The ledger of delivery on H2 through Hibernate. */
class HibernateLedgerTest extends LedgerContract {
  HibernateLedgerTest() {
    super(Store.H2_HIBERNATE);
  }
}
