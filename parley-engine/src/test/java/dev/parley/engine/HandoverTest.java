package dev.parley.engine;

/** Connections that go on at another node, where the store carries the topics. */
@OnStores
class HandoverTest extends HandoverContract {}
