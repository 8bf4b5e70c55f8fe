package dev.parley.war.bench;

/** An MCP session and the client that has it. */
record BenchSession(String id, Caller caller) {}
