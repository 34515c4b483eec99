-- What a model was asked and answered, published from Reveal on; its hash is in the notes of the receipt.
CREATE TABLE transcripts (
    submission_id BIGINT PRIMARY KEY NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    transcript TEXT NOT NULL,
    published_at TIMESTAMP NOT NULL
);
