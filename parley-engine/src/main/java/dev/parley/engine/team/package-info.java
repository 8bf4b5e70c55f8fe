/**
 * Personas from the YAML files of a home folder. Start with {@link
 * dev.parley.engine.team.YamlTeams}. {@code YamlReader} turns text into nodes with lines, {@code
 * DocumentReader} nodes into entries, {@code Inheritance} entries into complete ones.
 *
 * <p>The files are the deployer's, and still limited in every direction. Knows no rows and no
 * topics. {@code YamlTeams} is safe for any thread, all else is immutable or used by one.
 */
@NullMarked
package dev.parley.engine.team;

import org.jspecify.annotations.NullMarked;
