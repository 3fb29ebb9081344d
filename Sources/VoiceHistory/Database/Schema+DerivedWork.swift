extension Schema {
  /// What derived work, retention and fast searches need.
  ///
  /// A session gets a `position` in time, and each of its results an id made of position and ordinal: full-text search
  /// then gives the newest first by itself, since FTS5 walks its lists in the order of rowids, both ways
  /// (https://www.sqlite.org/fts5.html, 4.2). See `SessionPosition`.
  static let derivedWork = """
    ALTER TABLE voice_sessions ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE voice_sessions ADD COLUMN target TEXT;
    ALTER TABLE voice_sessions ADD COLUMN style TEXT;
    ALTER TABLE voice_sessions ADD COLUMN audio_expires_at INTEGER;
    ALTER TABLE voice_sessions ADD COLUMN audio_expiry TEXT;
    ALTER TABLE voice_sessions ADD COLUMN source_sha256 TEXT;
    UPDATE voice_sessions SET position = placed.position FROM (
      SELECT id, \(SessionPosition.clampedTime("started_at")) * \(SessionPosition.perMillisecond)
        + row_number() OVER (PARTITION BY \(SessionPosition.clampedTime("started_at")) ORDER BY id) - 1 AS position
      FROM voice_sessions
    ) AS placed WHERE placed.id = voice_sessions.id;
    DROP INDEX voice_sessions_by_time;
    CREATE UNIQUE INDEX voice_sessions_by_position ON voice_sessions (position);
    CREATE INDEX voice_sessions_by_source ON voice_sessions (source_sha256) WHERE source_sha256 IS NOT NULL;
    CREATE INDEX voice_sessions_by_profile ON voice_sessions (profile, position);
    CREATE INDEX voice_sessions_by_target ON voice_sessions (target, position);

    ALTER TABLE voice_results ADD COLUMN trace TEXT;
    ALTER TABLE voice_results ADD COLUMN document TEXT;
    ALTER TABLE voice_results ADD COLUMN words TEXT;
    ALTER TABLE voice_results ADD COLUMN style TEXT;
    ALTER TABLE voice_results ADD COLUMN refiner TEXT;
    ALTER TABLE voice_results ADD COLUMN prompt_revision TEXT;
    ALTER TABLE voice_results ADD COLUMN verdict TEXT;
    ALTER TABLE voice_results ADD COLUMN fallback TEXT;

    DROP TRIGGER voice_text_added;
    DROP TRIGGER voice_text_removed;
    DROP TRIGGER voice_results_are_immutable;
    DROP TABLE voice_text;
    -- Out of the way of the new ids first.
    UPDATE voice_results SET id = -1 - id;
    UPDATE voice_results SET id = ordinal + \(SessionPosition.resultsPerSession)
      * (SELECT position FROM voice_sessions WHERE voice_sessions.id = voice_results.session);

    CREATE TRIGGER voice_results_are_immutable BEFORE UPDATE ON voice_results
    BEGIN SELECT RAISE(ABORT, 'results are immutable'); END;
    CREATE VIRTUAL TABLE voice_text USING fts5 (
      text, content = 'voice_results', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3'
    );
    CREATE TRIGGER voice_text_added AFTER INSERT ON voice_results
    BEGIN INSERT INTO voice_text (rowid, text) VALUES (new.id, new.text); END;
    CREATE TRIGGER voice_text_removed AFTER DELETE ON voice_results
    BEGIN INSERT INTO voice_text (voice_text, rowid, text) VALUES ('delete', old.id, old.text); END;
    INSERT INTO voice_text (voice_text) VALUES ('rebuild');

    -- Audio whose removal is committed: its quarantined file goes, also after a kill, if it has this digest.
    CREATE TABLE voice_removals (
      session TEXT PRIMARY KEY NOT NULL,
      audio_sha256 TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- A "clear all" that has begun: at most one row, which goes with the last session.
    CREATE TABLE voice_clearing (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      until_position INTEGER NOT NULL,
      pinned_too INTEGER NOT NULL
    ) STRICT;
    """
}
