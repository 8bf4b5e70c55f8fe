package dev.parley.engine.memory;

import dev.parley.engine.OnStores;

/** Memory as rows, on every store. */
@OnStores
class JpaMemoryStoreTest extends JpaMemoryStoreContract {}
