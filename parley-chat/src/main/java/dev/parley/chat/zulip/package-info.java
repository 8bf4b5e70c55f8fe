/** The backend of Zulip: one channel for all rooms, and a Zulip topic for each. */
@NullMarked
package dev.parley.chat.zulip;

import org.jspecify.annotations.NullMarked;
