-- A run of a node. It counts its beats, and is gone once nobody sees them grow; a run that ended in
-- order says so by a beat below zero. `seen_at` is in milliseconds since 1970, by its own clock;
-- `address` is empty where it has none.
CREATE TABLE IF NOT EXISTS parley_node (
  run VARCHAR(26) NOT NULL,
  name VARCHAR(64) NOT NULL,
  address VARCHAR(512) NOT NULL,
  beats BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  CONSTRAINT parley_node_key PRIMARY KEY (run)
)${as_it_is};

-- A connection that can go on at another node. Which run has it decides one conditional update.
-- `key_hash` is what its client shows, hashed; `reading` is how far it has read lately;
-- `session_name` is empty where it is in none.
CREATE TABLE IF NOT EXISTS parley_connection (
  id VARCHAR(64) NOT NULL,
  key_hash VARCHAR(64) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  session_name VARCHAR(128) NOT NULL,
  run VARCHAR(26) NOT NULL,
  words ${longtext} NOT NULL,
  reading ${longtext} NOT NULL,
  CONSTRAINT parley_connection_id PRIMARY KEY (id),
  CONSTRAINT parley_connection_key_once UNIQUE (key_hash)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_connection_of_run ON parley_connection (run);
