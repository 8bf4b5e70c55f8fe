package dev.parley.engine;

/** Search on every store, read from the end where no index has what is looked for. */
@OnStores
class SearchTest extends SearchContract {}
