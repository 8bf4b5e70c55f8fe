-- The messages of durable topics that are in another system too, for example a chat system: as copies of
-- messages there, or sent there. `original_id` is the id that a message has there; the primary key allows
-- one copy of each. `message_id` and `seq` are those of the message here. A row is removed with its message.
CREATE TABLE IF NOT EXISTS parley_copy (
  topic_id VARCHAR(26) NOT NULL,
  original_id VARCHAR(256) NOT NULL,
  seq BIGINT NOT NULL,
  message_id VARCHAR(26) NOT NULL,
  CONSTRAINT parley_copy_key PRIMARY KEY (topic_id, original_id),
  CONSTRAINT parley_copy_message FOREIGN KEY (topic_id, seq)
    REFERENCES parley_topic_message (topic_id, seq) ON DELETE CASCADE
)${as_it_is};

CREATE UNIQUE INDEX IF NOT EXISTS parley_copy_by_seq ON parley_copy (topic_id, seq);

CREATE INDEX IF NOT EXISTS parley_copy_by_id ON parley_copy (message_id);
