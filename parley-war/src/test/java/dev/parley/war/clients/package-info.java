/**
 * Real agent CLIs at work: Claude Code, Codex and Gemini CLI run turns against stand-ins for their
 * model endpoints, without a login and on loopback alone. The log of a stand-in is the proof of
 * what reached the model. Start with {@link dev.parley.war.clients.ClientContract} and the classes
 * named {@code *IT}; they are tagged {@code clients} and need the Node packages beside {@code
 * package.json} in {@code src/test/clients}, and tmux.
 */
@NullMarked
package dev.parley.war.clients;

import org.jspecify.annotations.NullMarked;
