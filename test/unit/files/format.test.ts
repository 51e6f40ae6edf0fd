/** Which format a file has that neither its name nor its type tells. */
import { kindOf } from '../../../nodes/SalesManagement/files/format';

const LINE = '{"a":1}\n';
const utf16 = Buffer.from(`\ufeff${LINE}`, 'utf16le');

test.each([
	['UTF-8', Buffer.from(LINE)],
	['UTF-8 with a mark', Buffer.from(`\ufeff${LINE}`)],
	['UTF-16, little end first', utf16],
	['UTF-16, big end first', Buffer.from(utf16).swap16()],
])('an object on a line is JSON Lines: %s', (_, bytes) => {
	expect(kindOf({ mimeType: 'application/octet-stream' }, bytes)).toBe('jsonLines');
});

test.each([
	[{ fileName: 'rows.CSV', mimeType: 'application/json' }, 'csv'],
	[{ fileName: 'rows.ndjson', mimeType: 'text/csv' }, 'jsonLines'],
	[{ fileName: 'rows', mimeType: 'text/csv; charset=utf-8' }, 'csv'],
] as const)('its name, then its type: %j', (signs, kind) => {
	expect(kindOf(signs, Buffer.from(LINE))).toBe(kind);
});
