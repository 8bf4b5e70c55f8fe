/** The tests of the backend of Zulip, and an emulator of a Zulip server. */
@NullMarked
package dev.parley.chat.zulip;

import org.jspecify.annotations.NullMarked;
