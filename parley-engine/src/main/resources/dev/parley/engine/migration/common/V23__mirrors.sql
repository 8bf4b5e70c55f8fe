-- The durable rooms that rooms of a chat system mirror. The messages of a topic with a sequence number up
-- to `after_seq` are older than its mirror, or were sent. A row is made at the first start of the mirror.
CREATE TABLE IF NOT EXISTS parley_mirror (
  topic_id VARCHAR(26) NOT NULL,
  after_seq BIGINT NOT NULL,
  CONSTRAINT parley_mirror_key PRIMARY KEY (topic_id),
  CONSTRAINT parley_mirror_topic FOREIGN KEY (topic_id)
    REFERENCES parley_topic (id) ON DELETE CASCADE
)${as_it_is};
