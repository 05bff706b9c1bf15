-- A merchant reads a sale's orders newest first.
CREATE INDEX orders_activity_newest ON orders (activity_id, id);
