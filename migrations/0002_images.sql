-- Pictures. The bytes are in the media folder under these names, which are made from what is in them: a picture that is
-- uploaded again is the same picture.
CREATE TABLE images (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id bigint NOT NULL REFERENCES merchants,
    name        text NOT NULL,
    small_name  text NOT NULL,
    width       integer NOT NULL CHECK (width > 0),   -- pixels of the one at `name`
    height      integer NOT NULL CHECK (height > 0),
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT images_name_once UNIQUE (merchant_id, name),
    CONSTRAINT images_owner UNIQUE (id, merchant_id)
);

-- A sale's cover is a picture of its own merchant.
ALTER TABLE activities ADD COLUMN cover bigint;
ALTER TABLE activities ADD CONSTRAINT activities_own_cover FOREIGN KEY (cover, merchant_id) REFERENCES images (id, merchant_id);
