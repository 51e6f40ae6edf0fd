/**
 * Triggers that delete everything that belongs to a deleted row, for good: the deals, contacts and
 * actions of a customer, the actions of a deal, the actions of a contact (v2 §4.4, §4.9). Other
 * actions only lose their link to the contact. Replacing a row fires no trigger.
 */
export const removals = `
CREATE TRIGGER customer_removed AFTER DELETE ON customer BEGIN
	DELETE FROM action WHERE customerId = OLD.id;
	DELETE FROM deal WHERE customerId = OLD.id;
	DELETE FROM contact WHERE customerId = OLD.id;
	DELETE FROM link WHERE kind = 'customer' AND id = OLD.id;
END;
CREATE TRIGGER deal_removed AFTER DELETE ON deal BEGIN
	DELETE FROM action WHERE dealId = OLD.id;
	DELETE FROM link WHERE kind = 'deal' AND id = OLD.id;
END;
CREATE TRIGGER contact_removed AFTER DELETE ON contact BEGIN
	DELETE FROM action WHERE kind = 'contactAction' AND contactIds ->> 0 = OLD.id;
	UPDATE action SET contactIds = (
		SELECT json_group_array(value) FROM json_each(contactIds) WHERE value <> OLD.id
	) WHERE EXISTS (SELECT 1 FROM json_each(contactIds) WHERE value = OLD.id);
	DELETE FROM link WHERE kind = 'contact' AND id = OLD.id;
END;
CREATE TRIGGER custom_object_removed AFTER DELETE ON customObject BEGIN
	DELETE FROM link WHERE kind = 'customObject' AND id = OLD.id;
END;
CREATE TRIGGER link_removed AFTER DELETE ON link BEGIN
	DELETE FROM link
		WHERE (kind, id, otherKind, otherId) = (OLD.otherKind, OLD.otherId, OLD.kind, OLD.id);
END`;
