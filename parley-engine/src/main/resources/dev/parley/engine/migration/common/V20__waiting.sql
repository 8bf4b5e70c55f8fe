-- Messages to nobody alone that wait for a person: those that mention one, and questions to everyone,
-- whose agent is '*'. The session is the key of its row; null for a message of a room. The content of a
-- message of an ephemeral room is empty, and its agent a digest of the name. Times are in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS parley_waiting_call (
  message_id VARCHAR(26) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  session_id VARCHAR(26),
  place VARCHAR(128) NOT NULL,
  seq BIGINT NOT NULL,
  sender VARCHAR(64) NOT NULL,
  content VARCHAR(600) NOT NULL,
  sent_at BIGINT NOT NULL,
  CONSTRAINT parley_waiting_call_key PRIMARY KEY (message_id, agent)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_waiting_call_of_agent
  ON parley_waiting_call (workspace, agent, sent_at);
CREATE INDEX IF NOT EXISTS parley_waiting_call_by_time ON parley_waiting_call (workspace, sent_at);

-- The items a person has put away, and when: a task that changes later waits again.
CREATE TABLE IF NOT EXISTS parley_waiting_dismissal (
  workspace VARCHAR(64) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  item VARCHAR(64) NOT NULL,
  dismissed_at BIGINT NOT NULL,
  CONSTRAINT parley_waiting_dismissal_key PRIMARY KEY (workspace, agent, item)
)${as_it_is};

-- The lists of a person are read over all sessions. Tasks are found by parley_task_free: an index of
-- the agent they are assigned to, or meant for, costs each claim 8 percent.
CREATE INDEX IF NOT EXISTS parley_message_to ON parley_message (recipient, sent_at);
CREATE INDEX IF NOT EXISTS parley_review_of_reviewer ON parley_review (reviewer, status);
