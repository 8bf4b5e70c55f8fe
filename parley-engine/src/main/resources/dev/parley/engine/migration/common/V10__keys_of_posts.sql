-- The idempotency keys of posts to durable topics, each of one agent in one topic. A key goes with
-- its message. The primary key decides which of several posts under one key is kept.
CREATE TABLE IF NOT EXISTS parley_post_once (
  topic_id VARCHAR(26) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  idempotency_key VARCHAR(256) NOT NULL,
  seq BIGINT NOT NULL,
  CONSTRAINT parley_post_once_key PRIMARY KEY (topic_id, agent, idempotency_key),
  CONSTRAINT parley_post_once_message FOREIGN KEY (topic_id, seq)
    REFERENCES parley_topic_message (topic_id, seq) ON DELETE CASCADE
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_post_once_by_message ON parley_post_once (topic_id, seq);

-- The last idempotency keys of each agent's writes to memory, counted by `number`.
CREATE TABLE IF NOT EXISTS parley_memory_once (
  workspace VARCHAR(64) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  idempotency_key VARCHAR(256) NOT NULL,
  number BIGINT NOT NULL,
  digest VARCHAR(64) NOT NULL,
  what VARCHAR(32) NOT NULL,
  document VARCHAR(256) NOT NULL,
  CONSTRAINT parley_memory_once_key PRIMARY KEY (workspace, agent, idempotency_key)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_memory_once_by_number
  ON parley_memory_once (workspace, agent, number);
