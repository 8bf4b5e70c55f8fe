-- How far an agent has got in a topic: a durable room, by the room's id, or a session, by its own.
-- What stands after begun_after is for it. Positions only go on, and none is ahead of what happened.
-- hooked: how far hooks and wakes of the client have handed out messages.
CREATE TABLE IF NOT EXISTS parley_reading (
  topic_id VARCHAR(26) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  begun_after BIGINT NOT NULL,
  pushed BIGINT NOT NULL,
  polled BIGINT NOT NULL,
  fetched BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  acknowledges INT NOT NULL,
  changed_at BIGINT NOT NULL,
  hooked BIGINT DEFAULT 0 NOT NULL,
  CONSTRAINT parley_reading_key PRIMARY KEY (topic_id, agent)
)${as_it_is};
