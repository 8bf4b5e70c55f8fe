package dev.parley.engine;

/** The ledger of delivery on H2. */
class H2LedgerTest extends LedgerContract {
  H2LedgerTest() {
    super(Store.H2);
  }
}
