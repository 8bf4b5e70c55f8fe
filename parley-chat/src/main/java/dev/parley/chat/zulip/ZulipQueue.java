package dev.parley.chat.zulip;

import java.time.Duration;

/**
 * A queue of events.
 *
 * @param id its id
 * @param lastEvent the id of the event before the next one
 * @param longestPoll the time after which a poll has an answer, if only a heartbeat
 */
record ZulipQueue(String id, long lastEvent, Duration longestPoll) {

  /** The same queue, after an event. */
  ZulipQueue after(long event) {
    return new ZulipQueue(id, Math.max(event, lastEvent), longestPoll);
  }
}
