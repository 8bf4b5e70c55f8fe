package dev.parley.engine.backend.jpa;

import dev.parley.engine.OnStores;
import dev.parley.engine.Store;

/**
 * Topics as rows where nodes look for the posts of others; {@link PostgresBackendTest} hears them.
 */
@OnStores({Store.H2, Store.H2_HIBERNATE, Store.MARIADB})
class JpaBackendTest extends JpaBackendContract {}
