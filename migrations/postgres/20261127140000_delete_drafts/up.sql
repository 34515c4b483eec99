-- Nobody outside has seen the log of a draft, so it may go with its season.
CREATE OR REPLACE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM seasons WHERE id = OLD.season_id AND state = 'draft') THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the log is only ever added to';
    END $$;
