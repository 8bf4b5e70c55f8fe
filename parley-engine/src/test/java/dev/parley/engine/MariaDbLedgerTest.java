package dev.parley.engine;

/** The ledger of delivery on MariaDB. */
class MariaDbLedgerTest extends LedgerContract {
  MariaDbLedgerTest() {
    super(Store.MARIADB);
  }
}
