package dev.parley.engine;

/** The ledger of delivery on PostgreSQL. */
class PostgresLedgerTest extends LedgerContract {
  PostgresLedgerTest() {
    super(Store.POSTGRESQL);
  }
}
