package dev.parley.war.mcp;

/** The answer to one request to an MCP endpoint. */
sealed interface McpAnswer permits WholeAnswer, StreamAnswer {}
