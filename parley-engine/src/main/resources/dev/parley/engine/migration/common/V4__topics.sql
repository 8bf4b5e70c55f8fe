-- A durable topic, and the position of its last message. Whoever appends to it holds this row until
-- the commit, so positions are dense and in the order of commits. The id is new wherever a topic is
-- made anew, which is how a cursor from before is told from one that is good.
CREATE TABLE IF NOT EXISTS parley_topic (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  name VARCHAR(128) NOT NULL,
  created_at BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  CONSTRAINT parley_topic_key PRIMARY KEY (id),
  CONSTRAINT parley_topic_name_once UNIQUE (workspace, kind, name)
)${as_it_is};

CREATE TABLE IF NOT EXISTS parley_topic_message (
  topic_id VARCHAR(26) NOT NULL,
  seq BIGINT NOT NULL,
  id VARCHAR(26) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  nickname VARCHAR(32) NOT NULL,
  connection_id VARCHAR(64) NOT NULL,
  body ${longtext} NOT NULL,
  in_reply_to VARCHAR(26),
  sent_at BIGINT NOT NULL,
  CONSTRAINT parley_topic_message_key PRIMARY KEY (topic_id, seq),
  CONSTRAINT parley_topic_message_topic FOREIGN KEY (topic_id) REFERENCES parley_topic (id)
)${as_it_is};

-- The rooms whose messages are kept, in the topics of their names. A table of its own: H2 makes a
-- table anew where a column is added, and one that is killed meanwhile has neither the old nor the new.
CREATE TABLE IF NOT EXISTS parley_durable_room (
  room_id VARCHAR(26) NOT NULL,
  CONSTRAINT parley_durable_room_key PRIMARY KEY (room_id),
  CONSTRAINT parley_durable_room_room FOREIGN KEY (room_id) REFERENCES parley_room (id)
)${as_it_is};
