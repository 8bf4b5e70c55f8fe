-- A durable topic, and the position of its last message. Whoever appends to it holds this row until
-- the commit, so positions are dense and in the order of commits. The id is new wherever a topic is
-- made anew, which is how a cursor from before is told from one that is good.
CREATE TABLE parley_topic (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  name VARCHAR(128) NOT NULL,
  created_at BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  CONSTRAINT parley_topic_key PRIMARY KEY (id),
  CONSTRAINT parley_topic_name_once UNIQUE (workspace, kind, name)
)${as_it_is};

CREATE TABLE parley_topic_message (
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

-- 1: what is said in the room is kept, in the topic of its name.
ALTER TABLE parley_room ADD COLUMN durable SMALLINT DEFAULT 0 NOT NULL;
