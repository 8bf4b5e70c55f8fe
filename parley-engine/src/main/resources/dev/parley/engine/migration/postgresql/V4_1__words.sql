-- What is looked for in a message: its words, in lower case. Everything of ASCII that is no letter and
-- no digit parts words, so that a path or a version is found by its pieces; U+001A and the digit after
-- it stand for one character that parts them too.
CREATE OR REPLACE FUNCTION parley_words(body TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', regexp_replace(
    body, '\x1A[01]|[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]', ' ', 'g'))
$$;

CREATE INDEX IF NOT EXISTS parley_topic_message_words
  ON parley_topic_message USING GIN (parley_words(body));
