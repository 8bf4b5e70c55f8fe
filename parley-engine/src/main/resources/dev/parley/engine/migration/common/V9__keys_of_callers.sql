-- An idempotency key belongs to the agent that uses it: two agents may use the same one.
ALTER TABLE parley_task DROP CONSTRAINT IF EXISTS parley_task_once;
ALTER TABLE parley_task ADD CONSTRAINT parley_task_once
  UNIQUE (session_id, created_by, idempotency_key);
ALTER TABLE parley_artifact DROP CONSTRAINT IF EXISTS parley_artifact_once;
ALTER TABLE parley_artifact ADD CONSTRAINT parley_artifact_once
  UNIQUE (session_id, created_by, idempotency_key);
ALTER TABLE parley_review DROP CONSTRAINT IF EXISTS parley_review_once;
ALTER TABLE parley_review ADD CONSTRAINT parley_review_once
  UNIQUE (session_id, requester, idempotency_key);
