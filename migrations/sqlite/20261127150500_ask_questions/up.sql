-- What people ask organizers about a season or one of its problems, which has that slug in whatever version. The setter
-- may have drafted an answer; an organizer may have said that the answer is being written.
CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    problem TEXT,
    asker_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    asked_at TIMESTAMP NOT NULL,
    draft TEXT NOT NULL DEFAULT '',
    drafted_by TEXT,
    answering_by TEXT,
    answering_at TIMESTAMP,
    answered_at TIMESTAMP
);
CREATE INDEX questions_by_season ON questions (season_id, id);
CREATE INDEX questions_by_asker ON questions (asker_id, season_id);

-- What organizers tell everybody or one person, about a season or the site. An answer to a question is one as well.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    season_id BIGINT REFERENCES seasons (id) ON DELETE CASCADE,
    problem TEXT,
    to_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    question_id BIGINT REFERENCES questions (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);
CREATE INDEX announcements_by_question ON announcements (question_id);
CREATE INDEX announcements_by_season ON announcements (season_id, id);
CREATE INDEX announcements_by_person ON announcements (to_id, id);

-- The last announcement that a person has dismissed; earlier ones are as well.
ALTER TABLE users ADD COLUMN announcements_read BIGINT NOT NULL DEFAULT 0;
