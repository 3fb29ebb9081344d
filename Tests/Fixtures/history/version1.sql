-- The database of hwctl 0.1, PRAGMA user_version 1.
PRAGMA application_id = 1752651336;

CREATE TABLE voice_sessions (
  id TEXT PRIMARY KEY NOT NULL
    CHECK (id GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  input_kind TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  duration_milliseconds INTEGER NOT NULL CHECK (duration_milliseconds >= 0),
  profile TEXT,
  device TEXT,
  control TEXT,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  failure_code TEXT,
  audio_name TEXT UNIQUE,
  audio_sha256 TEXT,
  audio_bytes INTEGER,
  audio_samples INTEGER,
  audio_missing INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER NOT NULL DEFAULT 0,
  recovery TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX voice_sessions_by_time ON voice_sessions (started_at, id);

CREATE TABLE voice_results (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES voice_sessions (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  source INTEGER CHECK (source >= 0 AND source < ordinal),
  stage TEXT NOT NULL,
  origin TEXT NOT NULL,
  text TEXT NOT NULL,
  model TEXT,
  speech_milliseconds INTEGER,
  decode_milliseconds INTEGER,
  delivery_route TEXT,
  delivery_outcome TEXT,
  UNIQUE (session, ordinal),
  FOREIGN KEY (session, source) REFERENCES voice_results (session, ordinal)
) STRICT;
CREATE TRIGGER voice_results_are_immutable BEFORE UPDATE ON voice_results
BEGIN SELECT RAISE(ABORT, 'results are immutable'); END;

CREATE VIRTUAL TABLE voice_text USING fts5 (
  text, content = 'voice_results', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER voice_text_added AFTER INSERT ON voice_results
BEGIN INSERT INTO voice_text (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER voice_text_removed AFTER DELETE ON voice_results
BEGIN INSERT INTO voice_text (voice_text, rowid, text) VALUES ('delete', old.id, old.text); END;
PRAGMA user_version = 1;
