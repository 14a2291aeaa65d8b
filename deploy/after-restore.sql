-- For a shared store that was put back from a dump (docs/server.md, "Of a shared store"), before a service starts on it:
-- what was given since the dump, and is with customers and their tools, is not given again.
BEGIN;
-- Numbers of orders, and ids of quotes. Leave out more where you make more in a day.
UPDATE counters SET last = last + 1000 WHERE name IN ('orders', 'quotes');
-- Numbers of quotes go on under another code.
DELETE FROM settings WHERE key = 'device';
-- Tools that come back with an event's id are told that they missed some.
DELETE FROM events WHERE id < (SELECT max(id) FROM events);
UPDATE events SET id = id + 1000000000;
UPDATE counters SET last = (SELECT max(id) FROM events) WHERE name = 'events';
-- E-mails that waited may have gone since: a person decides whether they are sent.
UPDATE mails SET state = 'unknown', problem = '{"code":"mail_restored"}' WHERE state IN ('waiting', 'sending');
COMMIT;
