package dev.parley.war.driver;

/** An MCP session and the client that has it. */
public record BenchSession(String id, Caller caller) {}
