-- A check that must have passed before a task is done. `kind` is the name of a constant of
-- Gate.Kind; `place` is its index among the gates of the task.
CREATE TABLE IF NOT EXISTS parley_task_gate (
  task_id VARCHAR(36) NOT NULL,
  place SMALLINT NOT NULL,
  kind VARCHAR(16) NOT NULL,
  name VARCHAR(256) NOT NULL,
  session_id VARCHAR(26) NOT NULL,
  CONSTRAINT parley_task_gate_key PRIMARY KEY (task_id, place),
  CONSTRAINT parley_task_gate_task FOREIGN KEY (task_id) REFERENCES parley_task (id)
)${as_it_is};

CREATE INDEX IF NOT EXISTS parley_task_gate_session ON parley_task_gate (session_id);

-- The giver of a verdict, who may be a lead in place of the reviewer. Verdicts of earlier versions
-- have no row; their giver counts as the reviewer.
CREATE TABLE IF NOT EXISTS parley_review_verdict (
  review_id VARCHAR(36) NOT NULL,
  given_by VARCHAR(64) NOT NULL,
  as_lead SMALLINT NOT NULL,
  CONSTRAINT parley_review_verdict_key PRIMARY KEY (review_id),
  CONSTRAINT parley_review_verdict_review FOREIGN KEY (review_id) REFERENCES parley_review (id)
)${as_it_is};

-- The content under which an edited task was created, so that its idempotency key still finds it.
CREATE TABLE IF NOT EXISTS parley_task_original (
  task_id VARCHAR(36) NOT NULL,
  content_hash VARCHAR(64) NOT NULL,
  CONSTRAINT parley_task_original_key PRIMARY KEY (task_id),
  CONSTRAINT parley_task_original_task FOREIGN KEY (task_id) REFERENCES parley_task (id)
)${as_it_is};
