/** The parts that the emulators of chat systems have in common. */
@NullMarked
package dev.parley.chat.emulator;

import org.jspecify.annotations.NullMarked;
