-- What is looked for in a message: its words, in lower case. Everything of ASCII that is no letter and
-- no digit parts words, so that a path or a version is found by its pieces; U+001A and the digit after
-- it stand for one character that parts them too.
CREATE OR REPLACE FUNCTION parley_words(body TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', regexp_replace(
    body, '\x1A[01]|[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]', ' ', 'g'))
$$;

-- The words of messages, of each topic without a gap up to the last that is here. They come some time
-- after the message, so that nobody who posts waits for the index, and go with it.
CREATE TABLE IF NOT EXISTS parley_topic_words (
  topic_id VARCHAR(26) NOT NULL,
  seq BIGINT NOT NULL,
  id VARCHAR(26) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  words TSVECTOR NOT NULL,
  CONSTRAINT parley_topic_words_key PRIMARY KEY (topic_id, seq),
  CONSTRAINT parley_topic_words_message FOREIGN KEY (topic_id, seq)
    REFERENCES parley_topic_message (topic_id, seq) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS parley_topic_words_by_word ON parley_topic_words USING GIN (words);
