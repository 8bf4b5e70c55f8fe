/** Tests of the rooms in Slack, against an emulator that Slack's own clients have proved. */
@NullMarked
package dev.parley.chat.slack;

import org.jspecify.annotations.NullMarked;
