-- Tables end in what has the database keep and compare text as it is.

-- A session, how far its positions have been given out, and how much it holds. Whoever changes
-- anything of a session holds this row until the commit, so positions are in the order of commits.
CREATE TABLE IF NOT EXISTS parley_session (
  id VARCHAR(26) NOT NULL,
  workspace VARCHAR(64) NOT NULL,
  name VARCHAR(128) NOT NULL,
  created_at BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  messages BIGINT NOT NULL,
  tasks BIGINT NOT NULL,
  artifacts BIGINT NOT NULL,
  reviews BIGINT NOT NULL,
  CONSTRAINT parley_session_key PRIMARY KEY (id),
  CONSTRAINT parley_session_name_once UNIQUE (workspace, name)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_session_started ON parley_session (workspace, started_at);

-- Not in parley_session, which is written with every change.
CREATE TABLE IF NOT EXISTS parley_orchestrator_state (
  session_id VARCHAR(26) NOT NULL,
  state ${longtext} NOT NULL,
  saved_at BIGINT NOT NULL,
  CONSTRAINT parley_orchestrator_state_key PRIMARY KEY (session_id),
  CONSTRAINT parley_orchestrator_state_session FOREIGN KEY (session_id) REFERENCES parley_session (id)
)${as_it_is};

-- What changed, but for messages: those stand in their own table, at positions of the same count.
CREATE TABLE IF NOT EXISTS parley_event (
  session_id VARCHAR(26) NOT NULL,
  seq BIGINT NOT NULL,
  kind VARCHAR(32) NOT NULL,
  agent VARCHAR(64),
  subject VARCHAR(256),
  status VARCHAR(32),
  party VARCHAR(64),
  label VARCHAR(256),
  happened_at BIGINT NOT NULL,
  CONSTRAINT parley_event_key PRIMARY KEY (session_id, seq),
  CONSTRAINT parley_event_session FOREIGN KEY (session_id) REFERENCES parley_session (id)
)${as_it_is};

CREATE TABLE IF NOT EXISTS parley_message (
  session_id VARCHAR(26) NOT NULL,
  seq BIGINT NOT NULL,
  id VARCHAR(26) NOT NULL,
  sender VARCHAR(64) NOT NULL,
  recipient VARCHAR(64),
  content ${longtext} NOT NULL,
  thread VARCHAR(256),
  has_metadata SMALLINT NOT NULL,
  idempotency_key VARCHAR(256),
  sent_at BIGINT NOT NULL,
  CONSTRAINT parley_message_key PRIMARY KEY (session_id, seq),
  CONSTRAINT parley_message_session FOREIGN KEY (session_id) REFERENCES parley_session (id),
  CONSTRAINT parley_message_once UNIQUE (session_id, sender, idempotency_key)
)${as_it_is};

CREATE TABLE IF NOT EXISTS parley_message_metadata (
  session_id VARCHAR(26) NOT NULL,
  seq BIGINT NOT NULL,
  place SMALLINT NOT NULL,
  name VARCHAR(64) NOT NULL,
  content VARCHAR(1024) NOT NULL,
  CONSTRAINT parley_message_metadata_key PRIMARY KEY (session_id, seq, place),
  CONSTRAINT parley_message_metadata_message FOREIGN KEY (session_id, seq)
    REFERENCES parley_message (session_id, seq)
)${as_it_is};

-- A task. Who holds it, since which claim (fence) and until when decides one conditional update.
-- meant_for is whom it goes back to; queued is its place among equally urgent ones.
CREATE TABLE IF NOT EXISTS parley_task (
  id VARCHAR(36) NOT NULL,
  session_id VARCHAR(26) NOT NULL,
  number BIGINT NOT NULL,
  title VARCHAR(256) NOT NULL,
  description ${longtext},
  priority SMALLINT NOT NULL,
  status VARCHAR(16) NOT NULL,
  assignee VARCHAR(64),
  meant_for VARCHAR(64),
  created_by VARCHAR(64) NOT NULL,
  idempotency_key VARCHAR(256),
  parent_id VARCHAR(36),
  depth SMALLINT NOT NULL,
  dependencies SMALLINT NOT NULL,
  derived_reason VARCHAR(512),
  fence BIGINT NOT NULL,
  lease_until BIGINT,
  queued BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CONSTRAINT parley_task_key PRIMARY KEY (id),
  CONSTRAINT parley_task_session FOREIGN KEY (session_id) REFERENCES parley_session (id),
  CONSTRAINT parley_task_parent FOREIGN KEY (parent_id) REFERENCES parley_task (id),
  CONSTRAINT parley_task_once UNIQUE (session_id, idempotency_key)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_task_in_order ON parley_task (session_id, number);
CREATE INDEX IF NOT EXISTS parley_task_free ON parley_task (session_id, status, priority, queued);
CREATE INDEX IF NOT EXISTS parley_task_lease ON parley_task (lease_until);

CREATE TABLE IF NOT EXISTS parley_task_dependency (
  task_id VARCHAR(36) NOT NULL,
  place SMALLINT NOT NULL,
  depends_on VARCHAR(36) NOT NULL,
  session_id VARCHAR(26) NOT NULL,
  CONSTRAINT parley_task_dependency_key PRIMARY KEY (task_id, place),
  CONSTRAINT parley_task_dependency_task FOREIGN KEY (task_id) REFERENCES parley_task (id),
  CONSTRAINT parley_task_dependency_on FOREIGN KEY (depends_on) REFERENCES parley_task (id)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_task_dependency_session ON parley_task_dependency (session_id);

-- One version of a deliverable. Two that are posted at once get two versions, or one of them fails
-- here and is numbered again.
CREATE TABLE IF NOT EXISTS parley_artifact (
  id VARCHAR(36) NOT NULL,
  session_id VARCHAR(26) NOT NULL,
  number BIGINT NOT NULL,
  name VARCHAR(256) NOT NULL,
  version INTEGER NOT NULL,
  type VARCHAR(32) NOT NULL,
  content ${longtext} NOT NULL,
  created_by VARCHAR(64) NOT NULL,
  task_id VARCHAR(256),
  idempotency_key VARCHAR(256),
  created_at BIGINT NOT NULL,
  CONSTRAINT parley_artifact_key PRIMARY KEY (id),
  CONSTRAINT parley_artifact_session FOREIGN KEY (session_id) REFERENCES parley_session (id),
  CONSTRAINT parley_artifact_version_once UNIQUE (session_id, name, version),
  CONSTRAINT parley_artifact_once UNIQUE (session_id, idempotency_key)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_artifact_in_order ON parley_artifact (session_id, number);

CREATE TABLE IF NOT EXISTS parley_review (
  id VARCHAR(36) NOT NULL,
  session_id VARCHAR(26) NOT NULL,
  number BIGINT NOT NULL,
  artifact_id VARCHAR(36) NOT NULL,
  reviewer VARCHAR(64) NOT NULL,
  requester VARCHAR(64) NOT NULL,
  status VARCHAR(32) NOT NULL,
  comments ${longtext},
  idempotency_key VARCHAR(256),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CONSTRAINT parley_review_key PRIMARY KEY (id),
  CONSTRAINT parley_review_session FOREIGN KEY (session_id) REFERENCES parley_session (id),
  CONSTRAINT parley_review_artifact FOREIGN KEY (artifact_id) REFERENCES parley_artifact (id),
  CONSTRAINT parley_review_once UNIQUE (session_id, idempotency_key)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_review_in_order ON parley_review (session_id, number);
