-- The Idempotency-Key of a sale's last change, so that a change whose answer was lost can be sent again.
ALTER TABLE activities ADD COLUMN edit_key text;
CREATE INDEX activities_edit ON activities (merchant_id, edit_key) WHERE edit_key IS NOT NULL;
