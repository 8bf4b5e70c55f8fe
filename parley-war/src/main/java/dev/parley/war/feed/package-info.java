/**
 * The event stream of open pages. Start with {@link dev.parley.war.feed.Feed}, which follows what
 * happens while a page is open; {@link dev.parley.war.feed.FeedFilter} opens the streams.
 *
 * <p>Nothing is polled: {@link dev.parley.event.ChangeListener} says when to read.
 *
 * <p>May use logins and views; knows no resource, no tool and no MCP session. Streams are written
 * without a thread of their own.
 */
@NullMarked
package dev.parley.war.feed;

import org.jspecify.annotations.NullMarked;
